// The roof: only relaxations, on values that never leave the registers. The loop loads nothing and never waits for memory; otherwise it
// is the inner loop of 6_warp_tiled.cu, with as many values a thread and as many threads. In place of loaded lengths the second factors
// are earlier minima (rows of best), because a compiler would compute sums of constant values once, before the loop. The result is
// stored only if the host asks for it, which it never does.
#pragma once

#include "chapters/05-shortcuts/parts/roof.hpp"
#include "common/cuda/check.hpp"

namespace roof {

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

template <class OfForm>
void relax(void* words, int rounds, long long* cycles) {
    const dim3 grid(static_cast<unsigned>(resident_blocks()));
    const dim3 block(kThreads);
    relax_kernel<OfForm><<<grid, block>>>(static_cast<typename OfForm::Word*>(words), rounds, false, cycles);
    CUDA_CHECK(cudaGetLastError());
}

template <class OfForm>
constexpr Form compiled() {
    return {OfForm::kResultsInAWord, relax<OfForm>};
}

}  // namespace roof
