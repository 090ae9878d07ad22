// The tables of the CPU's times, beside those of Li, Ranka and Sahni, who used a Xeon with four cores at 2.8 GHz
// (their Figures 1.7 and 1.9).
#pragma once

#include <string>

#include "chapters/04-matmul/programs/parts/cpu/times.hpp"

namespace cpu {

// Like Figure 1.7: seconds of ijk and ikj, and their ratio.
std::string loop_orders(const Run& run);

// Like Figure 1.9: seconds of ikj with different numbers of threads, and the speed-up over one.
std::string threads(const Run& run);

// GFLOP/s of the blocked version and of OpenBLAS, and their ratio.
std::string library(const Run& run);

// The machine of the measurement; `with_kernels`: also our kernel and OpenBLAS's.
std::string machine(const Run& run, bool with_kernels);

}  // namespace cpu
