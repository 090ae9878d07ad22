// The reference on a GPU: products in double precision with a plain tiled kernel, for sizes that would take a CPU
// minutes. Compare with baseline::multiply_in_double, which computes the same on the host (a test compares both), and
// with 4_shared_memory.cu, whose kernel exact.cu repeats for double.
#pragma once

#include "common/cuda/gemm.hpp"

namespace exact {

// Like baseline::multiply_in_double, with host pointers only, but computed on the device.
void multiply_on_device(const Gemm& gemm, double* exact, double* magnitude);

// On the GPU if there is one, else on the CPU, since the emulator would take longer than the CPU.
void multiply(const Gemm& gemm, double* exact, double* magnitude);

}  // namespace exact
