// What one memory instruction of one warp costs on a GPU of compute capability 9.0 (the rules are those
// of 7.x to 9.x).
//
// Pure functions of the lanes' addresses. h200_calibration.csv holds what an H200 counted for 113 access
// patterns; every one equals these rules. Sources: CUDA C++ Programming Guide, compute capabilities; the
// calibration.
#pragma once

#include "emulator/integers.hpp"

namespace simt::observe {

// address and offset hold one element a lane (32); those of lanes not in `mask` are not looked at. width is
// what one lane accesses: 4 for f32, 16 for v4.f32.

// Sectors of a request: distinct 32-byte pieces of global memory that the lanes in `mask` touch. 0 for an
// empty mask.
u32 global_sectors(const u64* address, u32 mask, u32 width);

// What the counter of sectors says of an asynchronous copy of 16 bytes a lane around the first-level cache (cp.async.cg), which is
// not the number of distinct ones: lanes n and n^1 count once if they read from the same 128 bytes, even if they read the same or
// two sectors of them, and twice otherwise; a lane alone counts once. As an H200 counted (test/hardware/results/access_patterns.csv).
u32 sectors_around_first_level(const u64* address, u32 mask);

struct SharedCost {
    u32 wavefronts = 0;  // passes through shared memory's 32 banks of 4 bytes
    u32 conflicts = 0;   // those beyond one for each group of lanes that has to be served
    bool operator==(const SharedCost&) const = default;
};

// Wavefronts of a shared access. The warp is served whole for up to 4 bytes a lane, in halves for 8, in
// quarters for 16. A load joins neighbouring groups when every active lane n reads what lane n^1 reads, or
// every one what n^2 reads (inactive partners do not matter); a store never does. A group with no active lane
// costs nothing; any other costs the largest number of distinct words that it needs from one bank.
SharedCost shared_cost(const u32* offset, u32 mask, u32 width, bool store);

}  // namespace simt::observe
