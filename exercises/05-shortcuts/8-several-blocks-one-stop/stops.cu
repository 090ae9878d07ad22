// Exercise 05.8: the best stop between any two vertices, where each tile has one block. Make it kParts, without losing a stop.
//
// make check EX=05.8 says where you stand.
#include <cmath>
#include <cstddef>

#include "common/cuda/check.hpp"
#include "exercises/05-shortcuts/8-several-blocks-one-stop/stops.hpp"

// your work begins
// The lengths only; the stops are missing. A block has a tile of r, and all values of k.
static __global__ void stops_kernel(float* r, int* via, const float* d, std::size_t n) {
    __shared__ float from[kTile][kTile];  // d[i][k] of the block's rows
    __shared__ float to[kTile][kTile];    // d[k][j] of its columns
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const std::size_t i = static_cast<std::size_t>(blockIdx.y) * kTile + ty;
    const std::size_t j = static_cast<std::size_t>(blockIdx.x) * kTile + tx;
    float shortest = HUGE_VALF;
    for (std::size_t slab = 0; slab < n; slab += kTile) {
        from[ty][tx] = i < n && slab + tx < n ? d[i * n + slab + tx] : HUGE_VALF;
        to[ty][tx] = slab + ty < n && j < n ? d[(slab + ty) * n + j] : HUGE_VALF;
        __syncthreads();
        for (unsigned k = 0; k < kTile; ++k) shortest = fminf(shortest, from[ty][k] + to[k][tx]);
        __syncthreads();
    }
    if (i < n && j < n) {
        r[i * n + j] = shortest;
        via[i * n + j] = -1;
    }
}

void stops(float* r, int* via, const float* d, std::size_t n, unsigned long long* /*scratch*/) {
    const auto slabs = static_cast<unsigned>((n + kTile - 1) / kTile);
    const dim3 block(kTile, kTile);
    const dim3 grid(slabs, slabs);
    stops_kernel<<<grid, block>>>(r, via, d, n);
    CUDA_CHECK(cudaGetLastError());
}
// your work ends
