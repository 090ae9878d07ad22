// Solution of exercise 05.8: length and stop in one number of 64 bits, the length's bits above the stop's, so that a single atomicMin
// compares lengths first and stops only if the lengths are equal. Compare with rung 8 of the ladder, which needs no stop and whose
// atomicMin has 32 bits, chapters/05-shortcuts/8_enough_blocks.cu.
#include <cmath>
#include <cstddef>

#include "common/cuda/check.hpp"
#include "exercises/05-shortcuts/8-several-blocks-one-stop/stops.hpp"

// Floats that are not negative have the order of their bits. As an unsigned number, stop -1 is the largest, so it loses to any other.
__device__ unsigned long long packed(float length, int stop) {
    return static_cast<unsigned long long>(__float_as_uint(length)) << 32 | static_cast<unsigned>(stop);
}

static __global__ void fill_kernel(unsigned long long* best, std::size_t count) {
    const std::size_t e = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (e < count) best[e] = packed(HUGE_VALF, -1);
}

// The block has a tile of r, and the values of k from first_k to last_k - 1.
static __global__ void stops_kernel(unsigned long long* best, const float* d, std::size_t n,
                                    std::size_t depth) {
    __shared__ float from[kTile][kTile];  // d[i][k] of the block's rows
    __shared__ float to[kTile][kTile];    // d[k][j] of its columns
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const std::size_t i = static_cast<std::size_t>(blockIdx.y) * kTile + ty;
    const std::size_t j = static_cast<std::size_t>(blockIdx.x) * kTile + tx;
    const std::size_t first_k = blockIdx.z * depth;
    const std::size_t last_k = min(n, first_k + depth);
    float shortest = HUGE_VALF;
    int stop = -1;
    for (std::size_t slab = first_k; slab < last_k; slab += kTile) {
        from[ty][tx] = i < n && slab + tx < last_k ? d[i * n + slab + tx] : HUGE_VALF;
        to[ty][tx] = slab + ty < last_k && j < n ? d[(slab + ty) * n + j] : HUGE_VALF;
        __syncthreads();
        for (unsigned k = 0; k < kTile; ++k) {
            const float sum = from[ty][k] + to[k][tx];
            if (sum < shortest) {
                shortest = sum;
                stop = static_cast<int>(slab + k);
            }
        }
        __syncthreads();
    }
    if (i < n && j < n) atomicMin(&best[i * n + j], packed(shortest, stop));
}

static __global__ void unpack_kernel(float* r, int* via, const unsigned long long* best, std::size_t count) {
    const std::size_t e = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (e >= count) return;
    const unsigned long long both = best[e];
    r[e] = __uint_as_float(static_cast<unsigned>(both >> 32));
    via[e] = static_cast<int>(both);  // the lower half
}

void stops(float* r, int* via, const float* d, std::size_t n, unsigned long long* scratch) {
    const std::size_t slabs = (n + kTile - 1) / kTile;
    const std::size_t depth = (slabs + kParts - 1) / kParts * kTile;  // values of k for a block
    const dim3 block(kTile, kTile);
    const dim3 grid(static_cast<unsigned>(slabs), static_cast<unsigned>(slabs), kParts);
    const dim3 flat_block(kTile * kTile);
    const dim3 flat_grid(static_cast<unsigned>((n * n + flat_block.x - 1) / flat_block.x));
    fill_kernel<<<flat_grid, flat_block>>>(scratch, n * n);
    CUDA_CHECK(cudaGetLastError());
    stops_kernel<<<grid, block>>>(scratch, d, n, depth);
    CUDA_CHECK(cudaGetLastError());
    unpack_kernel<<<flat_grid, flat_block>>>(r, via, scratch, n * n);
    CUDA_CHECK(cudaGetLastError());
}
