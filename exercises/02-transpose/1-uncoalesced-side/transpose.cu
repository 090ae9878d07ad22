// Exercise 02.1: this transpose is right, but its loads or its stores are uncoalesced. Find which, and repair them.
//
// make check EX=02.1 says where you stand.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr int kTile = 32;  // a block has 32 × 32 threads, one for each element of its tile

// your work begins
static __global__ void transpose_kernel(float* out, const float* in, std::size_t rows, std::size_t cols) {
    __shared__ float tile[kTile][kTile];
    const std::size_t first_row = gpu::tile_y() * kTile;
    const std::size_t first_col = gpu::tile_x() * kTile;

    const std::size_t row = first_row + threadIdx.y;
    const std::size_t col = first_col + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[row * cols + col];

    __syncthreads();

    const std::size_t out_row = first_col + threadIdx.x;
    const std::size_t out_col = first_row + threadIdx.y;
    out[out_row * rows + out_col] = tile[threadIdx.y][threadIdx.x];
}
// your work ends

// in: rows × cols elements on the device, row after row; out: cols × rows. rows and cols are multiples of 32.
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(cols, kTile), gpu::tiles_for(rows, kTile));
    transpose_kernel<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
