// See divergence.hpp.
#include "chapters/01-first-kernel/programs/parts/divergence.hpp"

#include "common/cuda/check.hpp"

namespace warps {

// At place p, thread t of a block stores its note in seen[p * blockDim.x + t], which is 0 if the thread never comes there.
static __device__ void note(unsigned* seen, unsigned place) {
    seen[place * blockDim.x + threadIdx.x] = __activemask();
}

template <Divided kDivided>
static __device__ bool takes_first_arm() {
    if (kDivided == Divided::kByHalves) return threadIdx.x % kWarpLanes < kWarpLanes / 2;
    if (kDivided == Divided::kByParity) return threadIdx.x % 2 == 0;
    return threadIdx.x / kWarpLanes % 2 == 0;
}

template <Divided kDivided>
static __global__ void if_else_kernel(unsigned* seen) {
    // region: if_else
    if (takes_first_arm<kDivided>())
        note(seen, 0);
    else
        note(seen, 1);
    __syncwarp();  // the lanes meet
    note(seen, 2);
    // end region
}

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

static __global__ void loop_kernel(unsigned* seen) {
    // region: loop
    const unsigned trips = 6 + threadIdx.x % 3;
#pragma unroll 1  // a loop, not eight copies of its body
    for (unsigned trip = 0; trip < trips; ++trip) note(seen, trip);
    __syncwarp();
    note(seen, 8);
    // end region
}

static __global__ void early_return_kernel(unsigned* seen, unsigned n) {
    // region: early_return
    if (threadIdx.x >= n) return;
    note(seen, 0);
    // end region
}

// Runs one of the kernels above in a block of `threads` threads, and returns what they noted at `places` places.
template <class... Arguments>
static Notes notes_of(void (*kernel)(unsigned*, Arguments...), unsigned threads, unsigned places,
                      Arguments... arguments) {
    gpu::Buffer<unsigned> seen(static_cast<std::size_t>(places) * threads);
    seen.fill_bytes(0);
    const dim3 grid(1), block(threads);
    kernel<<<grid, block>>>(seen.data(), arguments...);
    CUDA_CHECK(cudaGetLastError());
    return seen.to_host();
}

Notes if_else(Divided divided, unsigned threads) {
    if (divided == Divided::kByHalves) return notes_of(if_else_kernel<Divided::kByHalves>, threads, 3);
    if (divided == Divided::kByParity) return notes_of(if_else_kernel<Divided::kByParity>, threads, 3);
    return notes_of(if_else_kernel<Divided::kByWarps>, threads, 3);
}

Notes switch_of_four(unsigned threads) { return notes_of(switch_kernel, threads, 5); }
Notes loop(unsigned threads) { return notes_of(loop_kernel, threads, 9); }
Notes early_return(unsigned threads, unsigned n) { return notes_of(early_return_kernel, threads, 1, n); }

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

void many_ways(dim3 grid, dim3 block, float* out, unsigned ways, bool by_warp, unsigned length) {
    ways_kernel<<<grid, block>>>(out, ways, by_warp, length);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace warps
