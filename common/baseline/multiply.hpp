// Matrix multiplications on the CPU: the specification, and the time that a GPU must beat. The first three are the
// CPU's versions of Li, Ranka and Sahni (SingleCoreIJK, SingleCoreIKJ, MultiCore); the fourth works like a library's.
// Compare with chapters/04-matmul, whose kernels use the same ideas, and with openblas.hpp.
//
// All accept any sizes, leading dimensions, alpha and beta as common/cuda/gemm.hpp defines them; C must not overlap A
// or B.
#pragma once

#include <cstddef>

#include "common/cuda/gemm.hpp"

namespace baseline {

// The specification: one thread, one element of C after the other. Each step goes down a column of B, to another
// cache line.
void multiply_ijk(const Gemm& gemm);

// One thread, the two inner loops swapped: a row of B times one element of A is added to a row of C. All steps go
// along rows, so the compiler makes vector instructions of them.
void multiply_ikj(const Gemm& gemm);

// The same with the rows of C divided among `threads` threads, as rows_of says; 0 means one for each core.
void multiply_openmp(const Gemm& gemm, int threads);
inline void multiply_openmp(const Gemm& gemm) { multiply_openmp(gemm, 0); }

// Tiles of C that stay in registers, packed panels of A and B that stream through the caches, the CPU's widest
// vectors, all cores. See multiply/blocked.hpp.
void multiply_blocked(const Gemm& gemm);

struct Rows {
    std::size_t first, end;
};

// The rows of thread number `thread` of `threads`: each row belongs to one thread, and the shares differ by at most
// one row. (MultiCore gives each thread m / threads rows, rounded down: with 1003 rows and 4 threads, 3 rows are
// never computed.)
constexpr Rows rows_of(std::size_t m, std::size_t threads, std::size_t thread) {
    const std::size_t share = m / threads, left = m % threads;
    const auto before = [=](std::size_t t) { return t * share + (t < left ? t : left); };
    return {before(thread), before(thread + 1)};
}

}  // namespace baseline
