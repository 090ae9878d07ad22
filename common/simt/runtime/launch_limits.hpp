// Whether a launch fits the device, with the error code a GPU gives where it does not.
#pragma once

#include <string>

#include "common/simt/exec/device_module.hpp"
#include "common/simt/runtime/entry_points.hpp"

namespace simt::runtime {

struct Refusal {
    cudaError_t error = cudaSuccess;
    std::string sentence;  // what is too large, the limit, what to do
};

// max_dynamic_shared: what cudaFuncSetAttribute allowed, or -1.
Refusal check_launch(const exec::Kernel& kernel, const Dim3& grid, const Dim3& block, u64 dynamic_shared,
                     int max_dynamic_shared);

// Registers a block takes from the multiprocessor's file: every warp's share is rounded up.
u32 registers_per_warp(u32 registers_per_thread);

}  // namespace simt::runtime
