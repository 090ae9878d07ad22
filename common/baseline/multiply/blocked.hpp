// The parts of multiply_blocked (multiply.hpp) for those who want to choose: which kernel, which blocks, how many threads.
//
// C is computed in tiles that stay in registers for `k` steps. What a tile needs of A and B is packed first: a panel of A is
// as many rows as a tile has, a panel of B as many columns, both in the order in which the kernel reads them. Then every
// load is the next one in memory, no line is fetched for a part of it, and no two rows compete for the same place in a cache,
// as rows do that are a power of two apart. Where a panel lives is a matter of how often it is used:
//
//     registers            a tile of C, rows x cols of the kernel        used k times
//     first-level cache    a panel of B, k x cols, where it fits         used for all panels of a block of A
//     second-level cache   a block of A, rows x k, and else that panel   used for all panels of B
//     last-level cache     all panels of B
//
// Packing costs m * k + k * n moves, once for m * n * k multiply-adds.
#pragma once

#include <cstddef>

#include "common/baseline/multiply/kernels.hpp"
#include "common/cuda/gemm.hpp"

namespace baseline::multiply {

struct Blocks {
    std::size_t rows;  // of a block of A, rounded down to whole panels
    std::size_t k;     // steps from one update of C to the next
};

struct Plan {
    const Kernel* kernel;
    Blocks blocks;
    int threads;  // 0: one for each core
};

// The kernel's blocks for this CPU's caches. Its k is the same on every CPU, so that a kernel's results are.
Blocks blocks_for(const Kernel& kernel);

// The fastest of runnable_kernels(), its blocks, all cores.
Plan default_plan();

// C has the same bits for any number of threads and for any number of rows in a block.
void multiply_blocked(const Gemm& gemm, const Plan& plan);

}  // namespace baseline::multiply
