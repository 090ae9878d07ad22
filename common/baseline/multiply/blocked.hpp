// The parts of multiply_blocked (multiply.hpp), for callers who want to choose the kernel, the blocks or the number
// of threads.
//
// C is computed in tiles that stay in registers for `k` steps. The parts of A and B that a tile needs are packed
// first: a panel of A has as many rows as a tile, a panel of B as many columns, both in the order in which the kernel
// reads them. Then every load takes the next element in memory, all of a fetched cache line is used, and rows that
// are a power of two apart do not compete for the same cache sets. Each panel lives where its number of uses
// justifies it:
//
//     registers            a tile of C, rows x cols of the kernel        used k times
//     first-level cache    a panel of B, k x cols, where it fits         used for all panels of a block of A
//     second-level cache   a block of A, rows x k, and else that panel   used for all panels of B
//     last-level cache     all panels of B
//
// Packing moves m * k + k * n elements, once for m * n * k multiply-adds. With few of them it costs more than it saves:
// then A and B are read in place (in_place.hpp).
#pragma once

#include <cstddef>

#include "common/baseline/multiply/kernels.hpp"
#include "common/cuda/gemm.hpp"

namespace baseline::multiply {

struct Blocks {
    std::size_t rows;  // of a block of A, rounded down to whole panels
    std::size_t k;     // steps from one update of C to the next
};

// Up to here a strip of B, as wide as a tile, fits the second-level cache without being packed.
constexpr std::size_t kMostInPlace = 1024;

struct Plan {
    const Kernel* kernel;
    Blocks blocks;
    int threads;                               // 0: one for each core
    std::size_t most_in_place = kMostInPlace;  // if m, n and k are no larger, A and B are not packed
};

// The kernel's blocks for this CPU's caches. k is the same on every CPU, so that a kernel's results are, too.
Blocks blocks_for(const Kernel& kernel);

// The fastest of runnable_kernels(), its blocks, all cores.
Plan default_plan();

int threads_of(const Plan& plan);
constexpr std::size_t divide_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

// C has the same bits for any number of threads, any number of rows in a block, packed or in place.
void multiply_blocked(const Gemm& gemm, const Plan& plan);

}  // namespace baseline::multiply
