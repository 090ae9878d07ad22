// How many blocks of a kernel a multiprocessor of the emulated device holds at once (common/occupancy calculates it).
#pragma once

#include <optional>

#include "common/occupancy/occupancy.hpp"
#include "emulator/integers.hpp"

namespace simt::runtime {

// The resources that a kernel needs, per thread and per block.
struct Demand {
    u32 registers = 0;      // a thread
    u32 static_shared = 0;  // bytes a block
    int carveout = -1;      // percent of the shared memory that the kernel prefers; -1: as much as it needs
};

// The most threads a block may have with so many registers each, in whole warps.
u32 max_threads_per_block(u32 registers);

// Occupancy, and the resource that limits it. 0 blocks if not even one fits.
occupancy::Occupancy occupancy_of(const Demand& demand, u32 threads, u64 dynamic_shared);

// The dynamic shared memory that each of `blocks` resident blocks could have, as CUDA answers: an equal share of the
// capacity, without subtracting the driver's part. Empty if so many blocks are never resident.
std::optional<u64> dynamic_shared_for(const Demand& demand, u32 blocks, u32 threads);

}  // namespace simt::runtime
