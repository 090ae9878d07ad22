// Solution of exercise 03.12: the block that draws the last ticket reduces the blocks' ranges. Compare with rung 7 of the ladder,
// chapters/03-reduction/7_single_launch.cu.
#include "common/cuda/block_reduce.cuh"
#include "common/cuda/check.hpp"
#include "common/cuda/operators.hpp"
#include "exercises/03-reduction/12-one-launch/range.hpp"

constexpr unsigned kThreads = 256;

__device__ Range nothing() { return {operators::Min<int>::identity(), operators::Max<int>::identity()}; }

// Thread 0 receives the range of the block's ranges. All threads of the block must call it.
__device__ Range of_all_threads(Range own) {
    return {gpu::block_reduce<kThreads>(own.smallest, operators::Min<int>{}),
            gpu::block_reduce<kThreads>(own.largest, operators::Max<int>{})};
}

static __global__ void range_kernel(Range* out, Scratch* scratch, const int* in, std::size_t n) {
    Range own = nothing();
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * kThreads;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x; i < n; i += step)
        own = {min(own.smallest, in[i]), max(own.largest, in[i])};
    own = of_all_threads(own);

    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        scratch->of_block[blockIdx.x] = own;
        __threadfence();  // the range first, then the ticket
        is_last = atomicInc(&scratch->tickets, kBlocks - 1) == kBlocks - 1;
        __threadfence();  // the last ticket first, then the others' ranges
    }
    __syncthreads();
    if (!is_last) return;
    own = of_all_threads(threadIdx.x < kBlocks ? scratch->of_block[threadIdx.x] : nothing());
    if (threadIdx.x == 0) *out = own;
}

void range(Range* out, const int* in, std::size_t n, Scratch* scratch) {
    const dim3 grid(kBlocks);
    const dim3 block(kThreads);
    range_kernel<<<grid, block>>>(out, scratch, in, n);
    CUDA_CHECK(cudaGetLastError());
}
