// The cost of one memory instruction of one warp on a GPU of compute capability 9.0 (and 7.x and 8.x), computed from the
// lanes' addresses alone. The functions reproduce all of an H200's counts for 113 access patterns (h200_calibration.csv).
// Sources: CUDA C++ Programming Guide, compute capabilities; the calibration.
#pragma once

#include "emulator/integers.hpp"

namespace simt::cost {

// address and offset hold one element per lane (32); lanes not in `mask` are ignored. width: bytes that one lane
// accesses, 4 for f32, 16 for v4.f32.

// Sectors of a request: the distinct 32-byte pieces of global memory that the lanes in `mask` touch. 0 for an empty
// mask.
u32 global_sectors(const u64* address, u32 mask, u32 width);

// Sectors of an atomic or a reduction (atom, red) on global memory. Lanes with one address are served one after the other, each time with
// the sector; so a sector counts as often as the address in it that most lanes have. Without equal addresses this is
// global_sectors. Measured on an H200 (test/hardware/results/access_patterns.csv, kernels.csv, rungs.csv).
u32 atomic_sectors(const u64* address, u32 mask, u32 width);

// The sector counter's value for an asynchronous copy of 16 bytes per lane that bypasses the first-level cache
// (cp.async.cg). It is not the number of distinct sectors. Lanes n and n^1 together count 1 if they read from the same
// line of 128 bytes, and 2 otherwise. A lane without an active partner counts 1. Measured on an H200
// (test/hardware/results/access_patterns.csv).
u32 sectors_around_first_level(const u64* address, u32 mask);

struct SharedCost {
    u32 wavefronts = 0;  // passes through shared memory's 32 banks of 4 bytes
    u32 conflicts = 0;   // wavefronts beyond the first of each group of lanes
    bool operator==(const SharedCost&) const = default;
};

// Wavefronts of a shared access. The warp is served in groups: the whole warp for up to 4 bytes per lane, half-warps for
// 8, quarter-warps for 16. A group costs the largest number of distinct words that it needs from one bank; without active
// lanes it costs nothing.
// In some loads of 8 or 16 bytes, two neighbouring groups are served as one. Pair lane n with lane n^1; the groups join
// if, in every pair of active lanes, both read one address. They also join if this holds for the pairs n and n^2. Stores
// never join.
SharedCost shared_cost(const u32* offset, u32 mask, u32 width, bool store);

}  // namespace simt::cost
