// Whether a launch fits the device; if not, the error code that a GPU gives.
#pragma once

#include "emulator/exec/device_module.hpp"
#include "emulator/runtime/entry_points.hpp"

namespace simt::runtime {

// Throws a Failure that says what is too large, the limit, and what to do. max_dynamic_shared: bytes that
// cudaFuncSetAttribute allowed, or -1 if it was not called.
void check_launch(const exec::Kernel& kernel, const Dim3& grid, const Dim3& block, u64 dynamic_shared,
                  int max_dynamic_shared);

// The dynamic shared memory a launch of the kernel may have, in bytes.
u64 allowed_dynamic_shared(const exec::Kernel& kernel, int max_dynamic_shared);

// Registers per thread; 0 if unknown because the program carries no machine code.
u32 registers_of(const exec::Kernel& kernel);

}  // namespace simt::runtime
