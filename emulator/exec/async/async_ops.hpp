// What the handlers of asynchronous instructions share. Each does much, so they are compiled once, not once per instruction set
// as those in ops/ are.
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

// mbarriers have slots: 0 result, 1 operand, kAddressSlot the mbarrier's address, whose immediate is the op's. width: of
// arrivals ArriveFlags; of tests 1 if slot 1 is a parity, not a state; of cp.async.mbarrier.arrive 1 for .noinc.
enum ArriveFlags : u8 { kDrop = 1, kNoComplete = 2, kExpectBytes = 4, kRemoveBytes = 8 };

// Puts a copy on its way: marks what it will write or read as in flight.
void put_in_flight(WarpState& state, BulkCopy copy);

// slots of bulk copies: where addresses (64 bits, shared ones as offsets) and sizes are. detail: reduction or kNoReduction. Of
// waits the immediate is the number of groups that may stay on their way. st.async and red.async have slots: 0 … elements,
// kAddressSlot the address, 5 the mbarrier; width, count; detail as above.
enum BulkSlot : int { kBulkTo = 0, kBulkFrom = 1, kBulkSize = 2, kBulkMbarrier = 3 };

}  // namespace simt::exec
