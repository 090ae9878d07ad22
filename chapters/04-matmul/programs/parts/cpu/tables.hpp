// The tables of the CPU's times, with those of Li, Ranka and Sahni beside them, whose machine was a Xeon of four cores at
// 2.8 GHz (their Figures 1.7 and 1.9).
#pragma once

#include <string>

#include "chapters/04-matmul/programs/parts/cpu/times.hpp"

namespace cpu {

// As Figure 1.7: seconds of ijk and ikj, and how many times as long the former takes.
std::string loop_orders(const Run& run);

// As Figure 1.9: seconds of ikj with some numbers of threads, and the speed-up over one.
std::string threads(const Run& run);

// GFLOP/s of the blocked version and of OpenBLAS, and the share.
std::string library(const Run& run);

// What it was measured on; `with_kernels`: and with which kernels of ours and of OpenBLAS.
std::string machine(const Run& run, bool with_kernels);

}  // namespace cpu
