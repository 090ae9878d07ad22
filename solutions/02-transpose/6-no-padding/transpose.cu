// Solution of exercise 02.6: each row of the tile stores its elements in another order. Element x of row y lies at x ^ y. So
// the 32 elements of a column have 32 banks, and exclusive or with a constant only reorders a row. Compare with rung 5,
// chapters/02-transpose/5_swizzled.cu.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr int kTile = 32;  // a block has 32 × 32 threads, one for each element of its tile

static __global__ void transpose_kernel(float* out, const float* in, std::size_t rows, std::size_t cols) {
    __shared__ float tile[kTile][kTile];
    const std::size_t first_row = gpu::tile_y() * kTile;
    const std::size_t first_col = gpu::tile_x() * kTile;

    const std::size_t row = first_row + threadIdx.y;
    const std::size_t col = first_col + threadIdx.x;
    // Element (y, x) of the tile lies at [y][x ^ y].
    if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[row * cols + col];

    __syncthreads();

    const std::size_t out_row = first_col + threadIdx.y;
    const std::size_t out_col = first_row + threadIdx.x;
    if (out_row < cols && out_col < rows)
        out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
}

// in: rows × cols elements on the device, row after row; out: cols × rows.
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(cols, kTile), gpu::tiles_for(rows, kTile));
    transpose_kernel<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
