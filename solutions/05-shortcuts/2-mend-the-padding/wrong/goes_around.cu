// fails: shared memory is used once each way, without bank conflicts | shared stores: 0 wavefronts; at least 288 are expected
// A warp turns a tile in its registers, by shuffles: as many sectors, and no shared memory at all.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr unsigned kTile = 32;

static __global__ void pad_kernel(float* d_and_t, const float* d, std::size_t n, std::size_t nn) {
    float* const t = d_and_t + nn * nn;
    const std::size_t first_row = gpu::tile_y() * kTile;
    const std::size_t first_col = gpu::tile_x() * kTile;
    const unsigned lane = threadIdx.x;
    float length[kTile];  // of a column
    for (unsigned y = 0; y < kTile; ++y) {
        const std::size_t i = first_row + y;
        const std::size_t j = first_col + lane;
        length[y] = i < n && j < n ? d[n * i + j] : HUGE_VALF;
        d_and_t[nn * i + j] = length[y];
    }
#pragma unroll
    for (unsigned step = kTile / 2; step > 0; step /= 2) {
#pragma unroll
        for (unsigned y = 0; y < kTile; ++y) {
            if (y & step) continue;
            const bool second = lane & step;
            const float other = __shfl_xor_sync(0xffffffff, second ? length[y] : length[y | step], step);
            (second ? length[y] : length[y | step]) = other;
        }
    }
    for (unsigned y = 0; y < kTile; ++y) t[nn * (first_col + y) + first_row + lane] = length[y];
}

void pad(float* d_and_t, const float* d, std::size_t n, std::size_t nn) {
    const dim3 grid = gpu::tile_grid(nn / kTile, nn / kTile);
    const dim3 block(kTile);
    pad_kernel<<<grid, block>>>(d_and_t, d, n, nn);
    CUDA_CHECK(cudaGetLastError());
}
