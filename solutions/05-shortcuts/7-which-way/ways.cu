// Solution of exercise 05.7: the shortcut product with tiles, and a second register that remembers k. k grows, so `<` keeps the first of
// several equal sums, and infinity is never less than infinity. Compare with chapters/05-shortcuts/3_shared_memory.cu.
#include <cmath>
#include <cstddef>

#include "common/cuda/buffer.hpp"

constexpr unsigned kTile = 16;

static __global__ void ways_kernel(float* r, int* via, const float* d, std::size_t n) {
    __shared__ float from[kTile][kTile];  // d[i][k] of the block's rows
    __shared__ float to[kTile][kTile];    // d[k][j] of its columns
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const std::size_t i = static_cast<std::size_t>(blockIdx.y) * kTile + ty;
    const std::size_t j = static_cast<std::size_t>(blockIdx.x) * kTile + tx;
    float shortest = HUGE_VALF;
    int best = -1;
    for (std::size_t first = 0; first < n; first += kTile) {
        from[ty][tx] = i < n && first + tx < n ? d[i * n + first + tx] : HUGE_VALF;
        to[ty][tx] = first + ty < n && j < n ? d[(first + ty) * n + j] : HUGE_VALF;
        __syncthreads();
        for (unsigned k = 0; k < kTile; ++k) {
            const float sum = from[ty][k] + to[k][tx];
            if (sum < shortest) {
                shortest = sum;
                best = static_cast<int>(first + k);
            }
        }
        __syncthreads();
    }
    if (i < n && j < n) {
        r[i * n + j] = shortest;
        via[i * n + j] = best;
    }
}

// r[i][j] = the smallest d[i][k] + d[k][j] over all k, and via[i][j] = the smallest k that gives it, for n vertices, at least one. A
// missing edge is infinitely long; where all sums are infinite, via is -1. Lengths are no NaN. All arrays are n × n, row after row, in
// memory of the host. All memory of the device is given back.
void ways(float* r, int* via, const float* d, std::size_t n) {
    gpu::Buffer<float> device_d(n * n), device_r(n * n);
    gpu::Buffer<int> device_via(n * n);
    device_d.upload(d, n * n);
    const dim3 block(kTile, kTile);
    const auto blocks = static_cast<unsigned>((n + kTile - 1) / kTile);
    const dim3 grid(blocks, blocks);
    ways_kernel<<<grid, block>>>(device_r.data(), device_via.data(), device_d.data(), n);
    CUDA_CHECK(cudaGetLastError());
    device_r.download(r, n * n);
    device_via.download(via, n * n);
}
