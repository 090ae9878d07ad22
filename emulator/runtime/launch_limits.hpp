// Whether a launch fits the device, and how much of a multiprocessor it fills.
#pragma once

#include "common/occupancy/occupancy.hpp"
#include "emulator/exec/device_module.hpp"
#include "emulator/runtime/modules.hpp"

namespace simt::runtime {

// Throws a Failure that says what is too large, the limit, and what to do. max_dynamic_shared: bytes that
// cudaFuncSetAttribute allowed, or -1 if it was not called.
void check_launch(const exec::Kernel& kernel, const Dim3& grid, const Dim3& block, u64 dynamic_shared,
                  int max_dynamic_shared);

// The most dynamic shared memory that a launch of the kernel may have, in bytes.
u64 allowed_dynamic_shared(const exec::Kernel& kernel, int max_dynamic_shared);

// The emulated device and a launch, as the occupancy calculator describes them. Its rules reproduce every figure that a
// real H200 answered (programs/device_h200.txt).
const occupancy::Device& h200_device();
occupancy::Kernel shape_of(const Function& function, u32 threads, u64 dynamic_shared);
occupancy::Occupancy occupancy_of(const Function& function, u64 threads, u64 dynamic_shared);

// The most threads that a block may have with this many registers each, in whole warps.
u32 max_threads_per_block(u32 registers);

// Registers per thread; 0 if unknown because the program carries no machine code.
u32 registers_of(const exec::Kernel& kernel);

}  // namespace simt::runtime
