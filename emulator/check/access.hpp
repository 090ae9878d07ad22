// The address pattern of a warp's memory instruction. exec passes it to the checks, and caches the pattern of each op's last
// access.
#pragma once

#include "emulator/check/decoded.hpp"

namespace simt::check {

// The pattern of the lanes' addresses. kRuns: each group of eight lanes accesses one address, or neighbouring ones.
enum Shape : u8 { kScattered, kUniform, kContiguous, kRuns, kFar };

struct Run {
    u8 first, lanes;  // multiples of 8
    bool uniform;     // all lanes have one address; else neighbouring ones
    u8 repeats;       // how many later runs have the same addresses; in those runs it is kRepeated
    static constexpr u8 kRepeated = 0xff;
};

// The pattern of an op's last access, with its costs and its allocation. Each worker has one for each op, so that it need not
// analyse an equal pattern again.
struct alignas(64) AccessCache {
    s32 relative[kLanes];         // address minus the first active lane's; 0 for lanes that are switched off
    u32 mask = 0;                 // 0: nothing cached
    u32 phase = 0;                // the first address's offset in its sector (global) or word (shared)
    s32 lowest = 0, highest = 0;  // of `relative`
    u32 bits = 0;                 // the OR of all of `relative`
    u32 units = 0;                // sectors or wavefronts
    u8 units_at[32] = {};         // global: by phase, the pattern's sectors; 0: not computed yet
    u32 conflicts = 0;
    // Shared memory, in code that joins accesses: wavefronts and conflicts if each lane accessed the 8, or 16, bytes around its address.
    u8 joined_units[2] = {}, joined_conflicts[2] = {};
    u8 shape = kScattered;
    u8 run_count = 0;
    Run runs[4];
    bool duplicates = false;     // a store: two lanes have one address
    const void* warp = nullptr;  // that made the last access
    u64 first = 0;               // shared loads: its first active lane's address; neighbouring loads use both
    u64 first_of[kMostWarps] = {};  // global loads: the same by the warp's number in its block
    // Shared loads: the lowest lane's offset, and the highest that it can have without a lane beyond the block's memory.
    s64 room_below = 0;
    u64 room = 0;
    // The allocation that the last access fell into.
    u64 begin = 1, end = 0;  // device addresses
    u8* host = nullptr;      // host + a device address is the byte's host address
    u8* written = nullptr;   // one bit for each byte, indexed by device address / 8; nullptr: all are written
    u8* sector_read = nullptr;  // indexed by device address / 32
    u8* sector_write = nullptr;
    u8* touched = nullptr;  // indexed by (sector - first_sector) / 4096
    u64 first_sector = 0;
    bool constant = false;   // __constant__: no sectors counted, no stores allowed
    bool only_read = false;  // the kernel never stores there, so it cannot race there
};

// Calls visit(first lane, lanes, uniform, several, relative address) for each run of a pattern that has runs. several: more
// than one lane accesses each address.
template <class Visit>
[[gnu::always_inline]] inline void for_each_run(const AccessCache& cache, u32 exec, Visit visit) {
    if (cache.shape == kContiguous) return visit(0u, u32{kLanes}, false, false, 0);
    // The last lane is recorded for all of them, because the lane that writes there later is mostly the first.
    if (cache.shape == kUniform)
        return visit(kLanes - 1u - static_cast<u32>(__builtin_clz(exec)), u32{1}, true,
                     (exec & (exec - 1)) != 0, 0);
    for (u32 k = 0; k < cache.run_count; ++k) {
        const Run& run = cache.runs[k];
        if (run.repeats == Run::kRepeated) continue;
        visit(run.first, run.lanes, run.uniform, run.uniform || run.repeats != 0, cache.relative[run.first]);
    }
}

}  // namespace simt::check
