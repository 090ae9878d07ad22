// The cost of one memory instruction of one warp on a GPU of compute capability 9.0 (and 7.x and 8.x): pure functions of the
// lanes' addresses. They reproduce all of an H200's counts for 113 access patterns (h200_calibration.csv). Sources: CUDA C++
// Programming Guide, compute capabilities; the calibration.
#pragma once

#include "emulator/integers.hpp"

namespace simt::cost {

// address and offset hold one element per lane (32); lanes not in `mask` are ignored. width: bytes that one lane
// accesses, 4 for f32, 16 for v4.f32.

// Sectors of a request: the distinct 32-byte pieces of global memory that the lanes in `mask` touch. 0 for an empty
// mask.
u32 global_sectors(const u64* address, u32 mask, u32 width);

// The sector counter's value for an asynchronous copy of 16 bytes per lane that bypasses the first-level cache
// (cp.async.cg). It is not the number of distinct sectors. Lanes n and n^1 count once if they read from the same 128
// bytes, whether from one sector or two, and twice otherwise; a lane without an active partner counts once. Measured
// on an H200 (test/hardware/results/access_patterns.csv).
u32 sectors_around_first_level(const u64* address, u32 mask);

struct SharedCost {
    u32 wavefronts = 0;  // passes through shared memory's 32 banks of 4 bytes
    u32 conflicts = 0;   // wavefronts beyond one per group of lanes that has to be served
    bool operator==(const SharedCost&) const = default;
};

// Wavefronts of a shared access. A warp is served whole for up to 4 bytes per lane, in halves for 8, in quarters for
// 16. A load joins neighbouring groups if every active lane n reads the same address as lane n^1, or if every one reads
// the same as n^2 (inactive partners do not matter). A store never joins groups. A group without active lanes costs
// nothing. Any other group costs the largest number of distinct words that it needs from one bank.
SharedCost shared_cost(const u32* offset, u32 mask, u32 width, bool store);

}  // namespace simt::cost
