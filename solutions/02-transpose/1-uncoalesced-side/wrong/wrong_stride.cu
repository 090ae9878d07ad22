// fails: every element is where it belongs | two threads of different blocks use one place in global memory
// Rows of the output have `rows` elements, not `cols`: right on squares only.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr int kTile = 32;

static __global__ void transpose_kernel(float* out, const float* in, std::size_t rows, std::size_t cols) {
    __shared__ float tile[kTile][kTile];
    const std::size_t first_row = gpu::tile_y() * kTile;
    const std::size_t first_col = gpu::tile_x() * kTile;
    tile[threadIdx.y][threadIdx.x] = in[(first_row + threadIdx.y) * cols + first_col + threadIdx.x];
    __syncthreads();
    out[(first_col + threadIdx.y) * cols + first_row + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(cols, kTile), gpu::tiles_for(rows, kTile));
    transpose_kernel<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
