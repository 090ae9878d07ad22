// The reference on a GPU: products in double precision by a plain tiled kernel, for sizes that would take a CPU minutes.
// Compare with baseline::multiply_in_double, which computes the same on the host and which a test compares it with, and with
// 4_shared_memory.cu, whose kernel exact.cu has in another type.
#pragma once

#include "common/cuda/gemm.hpp"

namespace exact {

// As baseline::multiply_in_double, host pointers all of them, computed on the device.
void multiply_on_device(const Gemm& gemm, double* exact, double* magnitude);

// On the GPU where there is one; the emulator would take longer than the CPU itself.
void multiply(const Gemm& gemm, double* exact, double* magnitude);

}  // namespace exact
