// See latency.hpp.
#include "chapters/01-first-kernel/programs/parts/latency.hpp"

#include <cstddef>

#include "common/cuda/check.hpp"

namespace warps {

template <int kLoads>
static __global__ void read_kernel(float* sums, const float* in, unsigned rounds) {
    // region: read
    const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const float* next = in + thread;
    float sum = 0;
#pragma unroll 1  // no load of the next round may come forward
    for (unsigned round = 0; round < rounds; ++round) {
        float values[kLoads];
#pragma unroll
        for (int k = 0; k < kLoads; ++k) values[k] = next[k * threads];
#pragma unroll
        for (int k = 0; k < kLoads; ++k) sum += values[k];
        next += kLoads * threads;
    }
    // end region
    sums[thread] = sum;
}

template <int kLoads>
static void read(dim3 grid, dim3 block, float* sums, const float* in, unsigned rounds) {
    read_kernel<kLoads><<<grid, block>>>(sums, in, rounds);
    CUDA_CHECK(cudaGetLastError());
}

Read read_with(unsigned loads) {
    return loads == 1 ? read<1> : loads == 2 ? read<2> : loads == 4 ? read<4> : nullptr;
}

static __global__ void where_kernel(unsigned* multiprocessor, long long cycles) {
    unsigned number;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
    if (threadIdx.x == 0) multiprocessor[blockIdx.x] = number;
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
}

void where(dim3 grid, dim3 block, unsigned* multiprocessor, long long cycles) {
    where_kernel<<<grid, block>>>(multiprocessor, cycles);
    CUDA_CHECK(cudaGetLastError());
}

static __global__ void link_kernel(unsigned* chain, unsigned nodes) {
    const unsigned node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node < nodes)
        chain[static_cast<std::size_t>(node) * kNodeWords] = (node * 1664525u + 1013904223u) & (nodes - 1);
}

void link(unsigned* chain, unsigned nodes) {
    const dim3 block(256);
    const dim3 grid((nodes + block.x - 1) / block.x);
    link_kernel<<<grid, block>>>(chain, nodes);
    CUDA_CHECK(cudaGetLastError());
}

static __global__ void chase_kernel(unsigned* place, const unsigned* chain, unsigned steps) {
    // region: chase
    unsigned node = *place;
#pragma unroll 1
    for (unsigned step = 0; step < steps; ++step) node = chain[static_cast<std::size_t>(node) * kNodeWords];
    // end region
    *place = node;
}

void chase(unsigned* place, const unsigned* chain, unsigned steps) {
    const dim3 one(1);
    chase_kernel<<<one, one>>>(place, chain, steps);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace warps
