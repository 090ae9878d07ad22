// Solution of exercise 05.2: the transpose goes through a tile in shared memory, with a float of padding in each row. Compare with
// chapters/05-shortcuts/more/padding/2_tiled.cu.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr unsigned kTile = 32;
constexpr unsigned kRows = 8;  // a block of 32 × 8 threads: each moves every eighth row of its column

static __global__ void pad_kernel(float* d_and_t, const float* d, std::size_t n, std::size_t nn) {
    __shared__ float tile[kTile][kTile + 1];
    float* const t = d_and_t + nn * nn;
    const std::size_t first_row = gpu::tile_y() * kTile;
    const std::size_t first_col = gpu::tile_x() * kTile;
    for (unsigned y = threadIdx.y; y < kTile; y += kRows) {
        const std::size_t i = first_row + y;
        const std::size_t j = first_col + threadIdx.x;
        const float length = i < n && j < n ? d[n * i + j] : HUGE_VALF;
        d_and_t[nn * i + j] = length;
        tile[y][threadIdx.x] = length;
    }
    __syncthreads();
    for (unsigned y = threadIdx.y; y < kTile; y += kRows) {
        t[nn * (first_col + y) + first_row + threadIdx.x] = tile[threadIdx.x][y];
    }
}

// d_and_t: nn × nn of d, then nn × nn of its transpose, on the device; what is not in d is infinite. d: n × n; nn is a multiple of 64
// and at least n.
void pad(float* d_and_t, const float* d, std::size_t n, std::size_t nn) {
    const dim3 grid = gpu::tile_grid(nn / kTile, nn / kTile);
    const dim3 block(kTile, kRows);
    pad_kernel<<<grid, block>>>(d_and_t, d, n, nn);
    CUDA_CHECK(cudaGetLastError());
}
