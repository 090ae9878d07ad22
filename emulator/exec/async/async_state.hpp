// The asynchronous state of a block: mbarriers in shared memory, bulk copies in flight, and arrivals that wait for copies to
// land.
//
// A copy lands as late as possible. If an mbarrier counts it, it lands when a thread looks at that mbarrier. If it belongs to a
// bulk group, it lands when its thread waits for the group or the block ends. A correct program cannot notice. A program that
// forgets to wait gets the worst result that a GPU could give it.
#pragma once

#include <bit>
#include <map>
#include <vector>

#include "emulator/exec/atomics/reductions.hpp"
#include "emulator/exec/warp.hpp"

namespace simt::exec {

// This emulator's own layout of an mbarrier's 64 bits; PTX says only that they are opaque.
struct MbarrierWord {
    static constexpr u32 kMostArrivals = (1u << 20) - 1;
    static constexpr s32 kMostBytes = (1 << 20) - 1;
    u64 pending : 20 = 0;   // arrivals to come in this phase
    u64 expected : 20 = 0;  // of each phase
    s64 bytes : 21 = 0;     // of copies announced but not landed; negative: landed but not announced
    u64 odd : 1 = 0;        // parity of the current phase
    u64 live : 1 = 1;
    u64 unused : 1 = 0;
    bool complete() const { return pending == 0 && bytes == 0; }
    u64 pack() const { return std::bit_cast<u64>(*this); }
    static MbarrierWord unpack(u64 word) { return std::bit_cast<MbarrierWord>(word); }
};

// The emulator's record of an mbarrier, beside its bits in shared memory.
struct Mbarrier {
    u64 word = 0;  // the bits in memory
    u32 init_op = 0;
    // The last completed phase orders accesses before this SharedShadow epoch before those of the threads that wait for it.
    u32 order = 0;
    // The rest is about the current phase. arrived: by warp, the lanes that have arrived. copies: it counts copies, too.
    u32 arrived[kMostWarps] = {};
    u32 first_epoch = 0;  // of the first arrival
    bool copies = false;
    bool waiting = false;  // a thread waits for it, at waiting_op
    u32 waiting_op = 0;
};

constexpr u32 kNoMbarrier = 0xffffffffu;

constexpr u32 kBulkPiece = 16;  // bytes: addresses and sizes of bulk copies are multiples of it

struct BulkPiece {
    u8* global;  // host address; unused by copies within shared memory
    u32 shared;  // offset: destination of a copy to shared memory, source of one to global memory
    u32 bytes;
};

// A bulk or tensor copy in flight.
struct BulkCopy {
    bool to_shared = true;
    u32 thread = 0, op = 0;
    u32 mbarrier = kNoMbarrier;  // the mbarrier's offset; kNoMbarrier: the copy belongs to a bulk group
    u32 group = kUncommitted;    // numbers its thread's groups 0, 1, …
    u32 total = 0;               // bytes that the mbarrier counts
    const Reduction* reduce = nullptr;  // nullptr: the destination is overwritten
    std::vector<BulkPiece> pieces = {};
    std::vector<u8> data = {};  // of a copy to shared memory: read when it was issued
};

// cp.async.mbarrier.arrive: an arrival once a lane's copies up to `last_copy` have landed.
struct CopyArrival {
    WarpState* warp;
    u32 lane;
    u32 last_copy;
    u32 mbarrier;
    u32 op;
};

// The pieces of shared memory that a product of wgmma reads (warpgroup.hpp).
struct ProductReads {
    u64 serial;  // the warpgroup's products are 1, 2, …
    u32 op, thread, epoch;
    std::vector<u32> offsets;
};

struct AsyncState {
    std::map<u32, Mbarrier> mbarriers;  // by offset
    std::vector<BulkCopy> copies;       // oldest first
    std::vector<CopyArrival> arrivals;
    std::vector<std::vector<ProductReads>> product_reads;  // of wgmma in flight, by warpgroup
    std::vector<u32> groups;                               // by thread: bulk groups committed
    std::vector<u32> cluster_arrived;  // by thread: phases of barrier.cluster that it has arrived at
    u32 fenced = 0;         // the last SharedShadow epoch that a fence.proxy.async of any thread covers
    u32 cluster_phase = 0;  // phases of barrier.cluster that are complete
    u32 cluster_order = 0;  // the SharedShadow epoch at the end of the last of them
};

inline AsyncState& async_of(WarpState& state) {
    Block& block = *state.block;
    if (block.async == nullptr) {
        block.async = std::make_shared<AsyncState>();
        block.async->groups.assign(block.checks.threads, 0);
        block.async->cluster_arrived.assign(block.checks.threads, 0);
    }
    return *block.async;
}

}  // namespace simt::exec
