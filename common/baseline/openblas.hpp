// OpenBLAS's matrix multiplication, the CPU's roof: years of tuning on the same machine and the same cores. It is
// looked up when a program runs, so that nothing needs it to be built; `apt-get install libopenblas0` installs it.
#pragma once

#include <string>

#include "common/cuda/gemm.hpp"

namespace baseline::openblas {

// The reason why it cannot be used here, with advice; empty if it can.
std::string missing();

// Its version and the core it takes this CPU for. Call only if missing() is empty.
std::string description();

// C = alpha * A * B + beta * C with `threads` threads; 0 means one for each core. Throws std::runtime_error if
// OpenBLAS is missing, and std::invalid_argument if a size does not fit its 32-bit integers. If alpha == 0, it does
// not read A and B, as BLAS allows.
void multiply(const Gemm& gemm, int threads);
inline void multiply(const Gemm& gemm) { multiply(gemm, 0); }

}  // namespace baseline::openblas
