// Solution of exercise 02.1: the store follows the rows of `out`, as the load follows the rows of `in`. Compare with rung 2,
// chapters/02-transpose/2_coalesced.cu, which does the same for any size.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr int kTile = 32;  // a block has 32 × 32 threads, one for each element of its tile

static __global__ void transpose_kernel(float* out, const float* in, std::size_t rows, std::size_t cols) {
    __shared__ float tile[kTile][kTile];
    const std::size_t first_row = gpu::tile_y() * kTile;
    const std::size_t first_col = gpu::tile_x() * kTile;

    const std::size_t row = first_row + threadIdx.y;
    const std::size_t col = first_col + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[row * cols + col];

    __syncthreads();

    const std::size_t out_row = first_col + threadIdx.y;
    const std::size_t out_col = first_row + threadIdx.x;
    out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
}

// in: rows × cols elements on the device, row after row; out: cols × rows. rows and cols are multiples of 32.
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(cols, kTile), gpu::tiles_for(rows, kTile));
    transpose_kernel<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
