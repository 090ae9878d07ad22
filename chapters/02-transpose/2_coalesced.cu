// Coalesced: the tile is transposed in shared memory, so global loads and stores both follow the rows. A
// block loads its tile row by row, waits until all of it is there, and stores it row by row where the
// transposed tile belongs; columns are read from shared memory only. Compare with 1_naive.cu: the tile, the
// barrier, and a store whose lanes are neighbours again.
//
// Predicted: 4 sectors per load and per store request. Reading a column has a new cost: its 32 elements lie
// 32 floats apart, all in one of the 32 banks, so a shared load takes 32 wavefronts, which are 31 bank
// conflicts per request.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace coalesced {

constexpr int kTile = 32;  // a block has 32 × 32 threads, one for each element of its tile

static __global__ void transpose_kernel(float* out, const float* in, std::size_t rows, std::size_t cols) {
    // region: kernel
    __shared__ float tile[kTile][kTile];
    const std::size_t first_row = gpu::tile_y() * kTile;
    const std::size_t first_col = gpu::tile_x() * kTile;

    const std::size_t row = first_row + threadIdx.y;
    const std::size_t col = first_col + threadIdx.x;
    if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];

    __syncthreads();  // the element read below was written by another thread

    const std::size_t out_row = first_col + threadIdx.y;
    const std::size_t out_col = first_row + threadIdx.x;
    if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
    // end region
}

// in: rows × cols elements on the device, row after row; out: cols × rows. Any size; in and out must not
// overlap.
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(cols, kTile), gpu::tiles_for(rows, kTile));
    transpose_kernel<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace coalesced
