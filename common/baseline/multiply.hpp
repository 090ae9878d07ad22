// Matrix multiplications on the CPU: the specification, and what a GPU has to beat. The first three are the CPU's versions
// of Li, Ranka and Sahni (SingleCoreIJK, SingleCoreIKJ, MultiCore), the fourth is what a library does. Compare with
// chapters/04-matmul, whose kernels have the same ideas, and with openblas.hpp.
//
// All take any sizes, leading dimensions, alpha and beta as common/cuda/gemm.hpp has them; C must not overlap A or B.
#pragma once

#include <cstddef>

#include "common/cuda/gemm.hpp"

namespace baseline {

// One thread, one element of C after the other: the specification. From one step to the next it goes down a column of B, to
// another cache line each time.
void multiply_ijk(const Gemm& gemm);

// One thread, the two inner loops swapped: a row of B, multiplied by one element of A, is added to a row of C. All steps go
// along rows, and so become vector instructions.
void multiply_ikj(const Gemm& gemm);

// The same with the rows of C shared among `threads` threads, as rows_of says; 0 is one for each core.
void multiply_openmp(const Gemm& gemm, int threads);
inline void multiply_openmp(const Gemm& gemm) { multiply_openmp(gemm, 0); }

// Tiles of C that stay in registers, panels of A and B packed so that they stream through the caches, vectors as wide as this
// CPU has them, all cores. See multiply/blocked.hpp.
void multiply_blocked(const Gemm& gemm);

struct Rows {
    std::size_t first, end;
};

// The rows of thread number `thread` of `threads`: every row is somebody's, and nobody has more than one more than another.
// (MultiCore gives each thread m / threads rows, rounded down: of 1003 rows and 4 threads, 3 rows are never computed.)
constexpr Rows rows_of(std::size_t m, std::size_t threads, std::size_t thread) {
    const std::size_t share = m / threads, left = m % threads;
    const auto before = [=](std::size_t t) { return t * share + (t < left ? t : left); };
    return {before(thread), before(thread + 1)};
}

}  // namespace baseline
