// What a block has going on behind its threads' backs: mbarriers in its shared memory, bulk copies on their way, arrivals
// that come when copies have landed.
//
// Nothing of this runs by itself. A copy that an mbarrier counts lands when some thread looks at that mbarrier, one that
// belongs to a bulk group when its thread waits for the group or the block ends: as late as a correct program cannot tell,
// so that one that forgets to wait sees what it would see on a GPU in the worst case. Compare with copies.cpp, where
// cp.async does the same.
#pragma once

#include <map>
#include <vector>

#include "emulator/exec/atomics/reductions.hpp"
#include "emulator/exec/warp.hpp"

namespace simt::exec {

// An mbarrier as this emulator keeps it in its 64 bits; PTX says only that they are opaque. Bit 62 marks a live one.
struct MbarrierWord {
    static constexpr u32 kMostArrivals = (1u << 20) - 1;
    static constexpr s32 kMostBytes = (1 << 20) - 1;
    u32 pending = 0, expected = 0;  // arrivals: to come in this phase, of each phase
    s32 bytes = 0;     // of copies announced and not landed yet; negative: landed and not announced yet
    bool odd = false;  // parity of the phase that is in flight
    bool complete() const { return pending == 0 && bytes == 0; }
    u64 pack() const;
    static MbarrierWord unpack(u64 word);
};

// What is known of an mbarrier beyond its bits.
struct Mbarrier {
    u64 word = 0;  // what memory must hold
    u32 init_op = 0;
    u32 order = 0;  // SharedShadow epoch from which on accesses are not ordered by its last completed phase
    // Of the phase that is in flight: the lanes of each warp that have arrived, the epoch of the first that did, and whether
    // copies take part.
    u32 arrived[kMostWarps] = {};
    u32 first_epoch = 0;
    bool copies = false;
    bool waiting = false;  // somebody waits for the phase that is in flight
    u32 waiting_op = 0;
};

constexpr u32 kNoMbarrier = 0xffffffffu;

constexpr u32 kBulkPiece = 16;  // bytes: addresses and sizes of bulk copies are multiples of it

struct BulkPiece {
    u8* global;  // host address; unused by copies within shared memory
    u32 shared;  // offset: destination of a copy to shared memory, source of one to global memory
    u32 bytes;
};

// A bulk or tensor copy on its way.
struct BulkCopy {
    bool to_shared = true;
    u32 thread = 0, op = 0;
    u32 mbarrier = kNoMbarrier;  // its offset; kNoMbarrier: a bulk group
    u32 group = kUncommitted;
    u32 total = 0;                      // bytes that the mbarrier is told of
    const Reduction* reduce = nullptr;  // nullptr: the destination is overwritten
    std::vector<BulkPiece> pieces;
    std::vector<u8> data;  // to shared memory: the bytes, read when the copy was issued
};

// cp.async.mbarrier.arrive: an arrival once a lane's copies up to `last_copy` have landed.
struct CopyArrival {
    WarpState* warp;
    u32 lane;
    u32 last_copy;
    u32 mbarrier;
    u32 op;
};

struct AsyncState {
    std::map<u32, Mbarrier> mbarriers;  // by offset
    std::vector<BulkCopy> copies;       // oldest first
    std::vector<CopyArrival> arrivals;
    std::vector<u32> groups;           // by thread: bulk groups committed
    std::vector<u32> cluster_arrived;  // by thread: phases of barrier.cluster arrived at
    u32 fenced = 0;         // SharedShadow epoch up to which some thread's fence.proxy.async reaches
    u32 cluster_phase = 0;  // phases completed
    u32 cluster_order = 0;  // SharedShadow epoch of the last one's end
};

AsyncState& async_of(WarpState& state);

// exec/async/async_shadow.cpp: what the checks know of shared memory that a copy will write, or still has to read. Until it has
// landed, any access of a thread races with it (for a source: any write).
void mark_in_flight(WarpState& state, u32 op, u32 thread, u32 offset, u32 bytes, bool write);
void mark_landed(WarpState& state, u32 op, u32 thread, u32 offset, u32 bytes, bool write);

// A bulk copy reads these bytes: a race with ordinary stores to them that no thread's fence.proxy.async came after.
void check_proxy_fence(WarpState& state, const Op* op, u32 lane, u32 offset, u32 bytes);

// exec/async/mbarrier.cpp. Each ends the launch and returns false (nullptr) when the program misuses the mbarrier.
struct ArriveOptions {
    u32 count = 1;
    u32 expect_bytes = 0;
    bool drop = false, no_complete = false;
    bool by_copy = false;  // not by the thread itself
};
bool init_mbarrier(WarpState& state, const Op* op, u32 lane, u32 offset, u32 count);
bool invalidate_mbarrier(WarpState& state, const Op* op, u32 lane, u32 offset);
bool arrive_at_mbarrier(WarpState& state, const Op* op, u32 lane, u32 offset, ArriveOptions options,
                        u64& state_before);
// One more arrival to come in this phase.
bool expect_arrival(WarpState& state, const Op* op, u32 lane, u32 offset);
// Adds to the bytes to come; negative: so many have come.
bool change_mbarrier_bytes(WarpState& state, const Op* op, u32 lane, u32 offset, s64 bytes);
// Whether the phase of the given parity is over; if not, notes that somebody waits for it.
bool poll_mbarrier(WarpState& state, const Op* op, u32 lane, u32 offset, bool odd, bool& over);
bool complete_tx(WarpState& state, u32 op_index, u32 thread, u32 offset, u32 bytes);
std::string describe_mbarriers(const Worker& worker, const Block& block);
// Ends the launch; names the thread and the place.
void stop_misuse(WarpState& state, u32 op_index, u32 thread, const std::string& what,
                 observe::Status status = observe::Status::Trap);

// exec/async/bulk_copy.cpp
void land_copies(WarpState& state, u32 mbarrier);  // everything that this mbarrier waits for
void finish_bulk_groups(WarpState& state, u32 thread, u32 groups_left);
void finish_block_copies(WarpState& state);  // at the block's end

// exec/cluster.cpp
void end_cluster_phase(WarpState& state);  // if all threads that are left have arrived

}  // namespace simt::exec
