// fails: loads and stores are coalesced | global stores: 12288 sectors
// The tile is read along its rows, which has no conflicts, and stored along a column of the output.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr int kTile = 32;

static __global__ void transpose_kernel(float* out, const float* in, std::size_t rows, std::size_t cols) {
    __shared__ float tile[kTile][kTile];
    const std::size_t first_row = gpu::tile_y() * kTile;
    const std::size_t first_col = gpu::tile_x() * kTile;
    const std::size_t row = first_row + threadIdx.y;
    const std::size_t col = first_col + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
    __syncthreads();
    out[(first_col + threadIdx.x) * rows + first_row + threadIdx.y] = tile[threadIdx.y][threadIdx.x];
}

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(cols, kTile), gpu::tiles_for(rows, kTile));
    transpose_kernel<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
