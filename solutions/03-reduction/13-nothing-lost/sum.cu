// Solution of exercise 03.13: each sum goes with what its additions have lost so far, through the loop, the shuffles, shared memory and the
// second launch. Only the last addition of all drops what it rounds away. Compare with sum_kahan in common/baseline/sum.cpp, whose
// correction needs a sum that is larger than the next element.
#include "common/cuda/check.hpp"
#include "exercises/03-reduction/13-nothing-lost/sum.hpp"

constexpr unsigned kWarp = 32, kWarps = kThreads / kWarp;

// x is a sum of floats, y what rounding has cut off: x + y is meant.
__device__ float2 add(float2 a, float2 b) {
    const float sum = a.x + b.x;
    // What the sum holds of either one. What is missing of both is what was lost, exactly, whichever of them is larger.
    const float of_b = sum - a.x;
    const float of_a = sum - of_b;
    const float lost = (a.x - of_a) + (b.x - of_b);
    return make_float2(sum, a.y + b.y + lost);
}

__device__ float2 nothing() { return make_float2(0, 0); }

// Thread 0 receives the sum over its block.
__device__ float2 sum_of_block(float2 own) {
    __shared__ float2 of_warp[kWarps];
    const unsigned lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
    for (unsigned offset = kWarp / 2; offset > 0; offset /= 2) {
        const float x = __shfl_down_sync(0xffffffff, own.x, offset);
        const float y = __shfl_down_sync(0xffffffff, own.y, offset);
        own = add(own, make_float2(x, y));
    }
    if (lane == 0) of_warp[warp] = own;
    __syncthreads();
    own = nothing();
    if (threadIdx.x == 0)
        for (float2 other : of_warp) own = add(own, other);
    return own;
}

static __global__ void blocks_kernel(float2* of_block, const float* in, std::size_t n) {
    float2 own = nothing();
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * kThreads;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x; i < n; i += step)
        own = add(own, make_float2(in[i], 0));
    own = sum_of_block(own);
    if (threadIdx.x == 0) of_block[blockIdx.x] = own;
}

static __global__ void rest_kernel(float* out, const float2* of_block) {
    const float2 own = sum_of_block(threadIdx.x < kBlocks ? of_block[threadIdx.x] : nothing());
    if (threadIdx.x == 0) *out = own.x + own.y;
}

void sum(float* out, const float* in, std::size_t n, float2* of_block) {
    const dim3 grid(kBlocks);
    const dim3 block(kThreads);
    blocks_kernel<<<grid, block>>>(of_block, in, n);
    CUDA_CHECK(cudaGetLastError());
    rest_kernel<<<1, block>>>(out, of_block);
    CUDA_CHECK(cudaGetLastError());
}
