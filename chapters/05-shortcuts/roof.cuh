// The roof: relaxations alone, on values that never leave the registers. Nothing is loaded in the loop, nothing waits for memory,
// so that no kernel with the same form of relaxation can do more in the same time. The second lengths are other threads' minima of
// a moment ago in place of loaded ones (best of another row): sums of values that stay as they are would be computed once, before
// the loop, by any good compiler. Nobody wants the result; it is stored if the host says so, and the host never does.
#pragma once

#include <algorithm>
#include <cstddef>

#include "common/cuda/check.hpp"

namespace roof {

constexpr int kSide = 8;  // a thread keeps kSide × kSide minima
constexpr int kThreads = 256;
constexpr int kResident = 2;  // × 256 threads: 16 warps hide what an instruction takes
constexpr double kRelaxationsARound = 1.0 * kSide * kSide * kSide;

// Each of the minima twice, with rows `row` and row + 1 of them as second lengths.
template <class Form>
__device__ void relax_round(typename Form::Word (&best)[kSide][kSide], const typename Form::Word (&to)[kSide],
                            int row) {
#pragma unroll
    for (int a = 0; a < kSide; ++a) {
#pragma unroll
        for (int b = 0; b < kSide; ++b) {
            best[a][b] = Form::relax(best[a][b], to[a], best[row][b], to[(a + 1) % kSide], best[row + 1][b]);
        }
    }
}

// cycles: of each block, unless it is nullptr.
template <class Form>
static __global__ void __launch_bounds__(kThreads, kResident)
    relax_kernel(typename Form::Word* words, int rounds, bool keep, long long* cycles) {
    using Word = typename Form::Word;
    Word best[kSide][kSide];
    Word to[kSide];
#pragma unroll
    for (int a = 0; a < kSide; ++a) {
        to[a] = words[a];
#pragma unroll
        for (int b = 0; b < kSide; ++b) best[a][b] = words[a * kSide + b];
    }
    const long long begin = clock64();
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
        for (int row = 0; row < kSide; row += 2) relax_round<Form>(best, to, row);
    }
    if (cycles != nullptr && threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
    if (keep) {
#pragma unroll
        for (int a = 0; a < kSide; ++a) {
#pragma unroll
            for (int b = 0; b < kSide; ++b) words[a * kSide + b] = best[a][b];
        }
    }
}

inline int resident_blocks() {
    int device = 0;
    int multiprocessors = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    return kResident * multiprocessors;
}

// Rounds of each thread for about as many relaxations as n × n × n.
inline int rounds_for(std::size_t n) {
    const double wanted = static_cast<double>(n) * n * n;
    return std::max(1, static_cast<int>(wanted / (kRelaxationsARound * kThreads * resident_blocks())));
}

// What relax() does with that many rounds; `in_a_word`: 2 for pairs.
inline double relaxations(int rounds, int in_a_word = 1) {
    return kRelaxationsARound * in_a_word * rounds * kThreads * resident_blocks();
}

// words: kSide × kSide of them on the device, lengths of any kind; they stay as they are.
template <class Form>
void relax(typename Form::Word* words, int rounds, long long* cycles = nullptr) {
    const dim3 grid(static_cast<unsigned>(resident_blocks()));
    const dim3 block(kThreads);
    relax_kernel<Form><<<grid, block>>>(words, rounds, false, cycles);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace roof
