// What happens when the lanes of a warp do not go the same way. At each place of interest a thread notes which lanes are
// there with it (__activemask): lanes that note the same mask took that place in one pass, lanes that note another one took it
// before or after them.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"

namespace warps {

constexpr unsigned kWarpLanes = 32;

// Thread t of a block notes at place p into seen[p * blockDim.x + t]; 0 where it never came by.
__device__ inline void note(unsigned* seen, unsigned place) {
    seen[place * blockDim.x + threadIdx.x] = __activemask();
}

// The ways in which an if can divide threads.
enum class Parted { kByHalves, kByParity, kByWarps };

template <Parted kParted>
__device__ bool goes_first_way() {
    if (kParted == Parted::kByHalves) return threadIdx.x % kWarpLanes < kWarpLanes / 2;
    if (kParted == Parted::kByParity) return threadIdx.x % 2 == 0;
    return threadIdx.x / kWarpLanes % 2 == 0;
}

// Places: 0 the first arm, 1 the second, 2 after both.
template <Parted kParted>
__global__ void if_else_kernel(unsigned* seen) {
    // region: if_else
    if (goes_first_way<kParted>())
        note(seen, 0);
    else
        note(seen, 1);
    __syncwarp();  // the lanes meet
    note(seen, 2);
    // end region
}

// Places: 0 to 3 the arms, 4 after all.
static __global__ void switch_kernel(unsigned* seen) {
    switch (threadIdx.x % 4) {
        case 0:
            note(seen, 0);
            break;
        case 1:
            note(seen, 1);
            break;
        case 2:
            note(seen, 2);
            break;
        default:
            note(seen, 3);
    }
    __syncwarp();
    note(seen, 4);
}

// Thread t goes round 6, 7 or 8 times. Places: 0 to 7 the rounds, 8 after the loop.
static __global__ void loop_kernel(unsigned* seen) {
    // region: loop
    const unsigned trips = 6 + threadIdx.x % 3;
#pragma unroll 1  // a loop, not eight copies of its body
    for (unsigned trip = 0; trip < trips; ++trip) note(seen, trip);
    __syncwarp();
    note(seen, 8);
    // end region
}

// Threads from `n` on leave. Place 0: what the others do.
static __global__ void early_return_kernel(unsigned* seen, unsigned n) {
    // region: early_return
    if (threadIdx.x >= n) return;
    note(seen, 0);
    // end region
}

// The different masks that the lanes of warp `warp` noted at a place, in the order of their lowest lanes: one for each pass.
inline std::vector<unsigned> passes(const std::vector<unsigned>& seen, unsigned threads, unsigned place,
                                    unsigned warp) {
    std::vector<unsigned> masks;
    for (unsigned lane = 0; lane < kWarpLanes && warp * kWarpLanes + lane < threads; ++lane) {
        const unsigned mask = seen[place * threads + warp * kWarpLanes + lane];
        if (mask != 0 && std::find(masks.begin(), masks.end(), mask) == masks.end()) masks.push_back(mask);
    }
    return masks;
}

// Runs one of the kernels above in a block of `threads` threads, and returns what they noted at `places` places.
template <class... Arguments>
std::vector<unsigned> notes_of(void (*kernel)(unsigned*, Arguments...), unsigned threads, unsigned places,
                               Arguments... arguments) {
    gpu::Buffer<unsigned> seen(static_cast<std::size_t>(places) * threads);
    seen.fill_bytes(0);
    const dim3 grid(1), block(threads);
    kernel<<<grid, block>>>(seen.data(), arguments...);
    CUDA_CHECK(cudaGetLastError());
    return seen.to_host();
}

// `ways` computations of equal length, of which each thread needs one. Whole warps need the same one (by_warp), or
// neighbouring lanes need different ones.
static __global__ void ways_kernel(float* out, unsigned ways, bool by_warp, unsigned length) {
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned mine = (by_warp ? t / kWarpLanes : t) % ways;
    float value = 1;
#pragma unroll 1
    for (unsigned way = 0; way < ways; ++way) {
        if (way != mine) continue;
#pragma unroll 1
        for (unsigned step = 0; step < length; ++step) value = value * 0.5f + static_cast<float>(way);
    }
    out[t] = value;
}

}  // namespace warps
