// Handlers of the asynchronous instructions, and what they share. Few programs use them and each does much, so they are
// compiled once, not once per instruction set as those in ops/ are; the decoder names them directly.
#pragma once

#include "emulator/exec/async/async_state.hpp"
#include "emulator/exec/ops/access.hpp"

namespace simt::exec {

// One lane's access of up to 16 bytes, with every check that an ordinary access gets but outside the counters: bulk copies
// go past the load/store unit. `side` is added to the op's index: the second op of an instruction, for its other space.
// Returns the host address, or nullptr after a fault.
u8* reach(WarpState& state, const Op* op, u32 side, u32 lane, u64 address, u32 bytes,
          generic::Prepare prepare);

// The same for more bytes, a multiple of 16 and aligned to 16; host: where they begin.
u8* reach_shared(WarpState& state, const Op* op, u32 side, u32 lane, u64 address, u32 bytes,
                 generic::Prepare prepare);
// The same for any number of bytes of global memory, aligned or not (an allocation lies in one piece).
u8* reach_global(WarpState& state, const Op* op, u32 lane, u64 address, u32 bytes, generic::Prepare prepare);

// slots: 0 result, 1 operand, kAddressSlot the mbarrier's address.
const Op* mbarrier_init(Warp& warp, const Op* op);
const Op* mbarrier_invalidate(Warp& warp, const Op* op);
const Op* mbarrier_arrive(Warp& warp, const Op* op);  // immediate is the address's; width: ArriveFlags
const Op* mbarrier_change_bytes(Warp& warp, const Op* op);
const Op* mbarrier_test(Warp& warp, const Op* op);  // width 1: slot 1 is a parity, not a state
const Op* mbarrier_pending_count(Warp& warp, const Op* op);
const Op* copy_async_arrive(Warp& warp, const Op* op);  // width 1: .noinc
enum ArriveFlags : u8 { kDrop = 1, kNoComplete = 2, kExpectBytes = 4, kRemoveBytes = 8 };

// Puts a copy on its way: marks what it will write or read as in flight.
void put_in_flight(WarpState& state, BulkCopy copy);

// slots of bulk copies: where addresses (64 bits, shared ones as offsets) and sizes are.
enum BulkSlot : int { kBulkTo = 0, kBulkFrom = 1, kBulkSize = 2, kBulkMbarrier = 3 };
const Op* bulk_to_shared(Warp& warp, const Op* op);      // from global memory
const Op* bulk_to_global(Warp& warp, const Op* op);      // in a bulk group; detail: reduction or kNoReduction
const Op* bulk_within_shared(Warp& warp, const Op* op);  // with an mbarrier; detail likewise
const Op* bulk_prefetch(Warp& warp, const Op* op);
const Op* proxy_fence(Warp& warp, const Op* op);  // fence.proxy.async
const Op* bulk_commit(Warp& warp, const Op* op);
const Op* bulk_wait(Warp& warp, const Op* op);  // immediate: groups that may stay on their way
// st.async and red.async: slots 0 … elements, 4 address, 5 mbarrier; width, count; detail: reduction or kNoReduction.
const Op* store_async(Warp& warp, const Op* op);

}  // namespace simt::exec
