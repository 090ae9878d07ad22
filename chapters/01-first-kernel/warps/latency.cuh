// Waiting, and how to hide it. A thread that loads waits for hundreds of cycles; a multiprocessor is busy all the same if
// enough other loads are under way. They come from other warps, or from the same thread, if it asks for several elements before
// it uses the first. chase_kernel measures the wait; read_kernel has `kLoads` independent loads in each thread.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "common/cuda/check.hpp"

namespace warps {

// Reads `rounds` × kLoads × (threads of the grid) elements; thread t stores the sum of its own to sums[t]. No load of a
// round waits for another one, and the next round waits for them all.
template <int kLoads>
__global__ void read_kernel(float* sums, const float* in, unsigned rounds) {
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

using ReadKernel = void (*)(float*, const float*, unsigned);

// The kernel with 1, 2 or 4 loads; nullptr for another number.
inline ReadKernel read_kernel_of(unsigned loads) {
    return loads == 1 ? read_kernel<1> : loads == 2 ? read_kernel<2> : loads == 4 ? read_kernel<4> : nullptr;
}

// Which multiprocessor each block ran on. Blocks stay for a while, so that none takes the place of one that has left: then as
// many of a multiprocessor's number as there are blocks were resident there together.
static __global__ void where_kernel(unsigned* multiprocessor, long long cycles) {
    unsigned number;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
    if (threadIdx.x == 0) multiprocessor[blockIdx.x] = number;
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
}

// A chain through `nodes`, a power of two of them, each kNodeWords words apart: it visits every node once and then begins
// again, in an order that no cache foresees (a linear congruential generator of full period: odd increment, multiplier
// 1 mod 4).
constexpr unsigned kNodeWords = 32;

static __global__ void link_kernel(unsigned* chain, unsigned nodes) {
    const unsigned node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node < nodes)
        chain[static_cast<std::size_t>(node) * kNodeWords] = (node * 1664525u + 1013904223u) & (nodes - 1);
}

// One thread follows it from `place` on: each load's address is what the load before it brought. The next launch goes on
// where this one ended, so that no cache has met its nodes before.
static __global__ void chase_kernel(unsigned* place, const unsigned* chain, unsigned steps) {
    // region: chase
    unsigned node = *place;
#pragma unroll 1
    for (unsigned step = 0; step < steps; ++step) node = chain[static_cast<std::size_t>(node) * kNodeWords];
    // end region
    *place = node;
}

}  // namespace warps
