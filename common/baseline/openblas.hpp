// OpenBLAS's matrix multiplication, the CPU's roof: the same machine, the same cores, years of work. It is looked for when a
// program runs, so that nothing needs it to be built: `apt-get install libopenblas0` is all there is to do.
#pragma once

#include <string>

#include "common/cuda/gemm.hpp"

namespace baseline::openblas {

// Why it cannot be used here, with what to do about it; empty if it can.
std::string missing();

// Its version and the CPU it takes this one for; only where nothing is missing.
std::string description();

// C = alpha * A * B + beta * C with `threads` threads, 0 for one for each core. Throws std::runtime_error where it is
// missing, and std::invalid_argument where a size does not fit its 32-bit integers. With alpha == 0 it does not read A and B,
// as BLAS has it.
void multiply(const Gemm& gemm, int threads);
inline void multiply(const Gemm& gemm) { multiply(gemm, 0); }

}  // namespace baseline::openblas
