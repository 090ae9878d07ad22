// The roof: relaxations alone, on values that never leave the registers. Nothing is loaded in the loop and nothing waits for memory;
// otherwise it is the inner loop of warp_tiled.cuh, with as many values a thread and as many threads. The second lengths are minima of
// a moment ago in place of loaded ones (rows of best): sums of values that stay as they are would be computed once, before the
// loop, by any good compiler. Nobody wants the result; it is stored if the host says so, and the host never does.
#pragma once

#include <algorithm>
#include <cstddef>

#include "common/cuda/check.hpp"

namespace roof {

constexpr int kRows = 16;  // a thread keeps kRows × kCols minima
constexpr int kCols = 8;
constexpr int kSecondRows = 4;  // of which the first four rows serve as second lengths, two at a time
constexpr int kThreads = 128;
constexpr int kResident = 2;
constexpr int kWords = kRows * kCols;  // in memory: what best begins with
constexpr double kRelaxationsARound = 1.0 * kSecondRows * kRows * kCols;

// Each of the minima twice, with rows `row` and row + 1 of them as second lengths.
template <class Form>
__device__ void relax_twice(typename Form::Word (&best)[kRows][kCols],
                            const typename Form::Word (&to0)[kRows], const typename Form::Word (&to1)[kRows],
                            int row) {
#pragma unroll
    for (int a = 0; a < kRows; ++a) {
#pragma unroll
        for (int b = 0; b < kCols; ++b)
            best[a][b] = Form::relax(best[a][b], to0[a], best[row][b], to1[a], best[row + 1][b]);
    }
}

// cycles: of each block, unless it is nullptr.
template <class Form>
static __global__ void __launch_bounds__(kThreads, kResident)
    relax_kernel(typename Form::Word* words, int rounds, bool keep, long long* cycles) {
    using Word = typename Form::Word;
    Word best[kRows][kCols];
    Word to0[kRows];
    Word to1[kRows];
#pragma unroll
    for (int a = 0; a < kRows; ++a) {
        to0[a] = words[a];
        to1[a] = words[kRows + a];
#pragma unroll
        for (int b = 0; b < kCols; ++b) best[a][b] = words[a * kCols + b];
    }
    const long long begin = clock64();
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
        for (int row = 0; row < kSecondRows; row += 2) relax_twice<Form>(best, to0, to1, row);
    }
    if (cycles != nullptr && threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
    if (keep) {
#pragma unroll
        for (int a = 0; a < kRows; ++a) {
#pragma unroll
            for (int b = 0; b < kCols; ++b) words[a * kCols + b] = best[a][b];
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

// words: kWords of them on the device, lengths of any kind; they stay as they are.
template <class Form>
void relax(typename Form::Word* words, int rounds, long long* cycles = nullptr) {
    const dim3 grid(static_cast<unsigned>(resident_blocks()));
    const dim3 block(kThreads);
    relax_kernel<Form><<<grid, block>>>(words, rounds, false, cycles);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace roof
