// Bank-conflict-free: one unused float at the end of each row of the tile. Each row now starts one bank later
// than the row before, so the 32 elements of a column lie in 32 different banks, and those of a row still do.
// Compare with 2_coalesced.cu: only the declaration of the tile differs.
//
// Predicted: 4 sectors per load and store request as before; 1 wavefront per shared request, so no bank
// conflicts.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace bank_conflict_free {

constexpr int kTile = 32;  // a block has 32 × 32 threads, one for each element of its tile

static __global__ void transpose_kernel(float* out, const float* in, std::size_t rows, std::size_t cols) {
    // region: kernel
    __shared__ float tile[kTile][kTile + 1];  // element (y, x) is in bank (33 y + x) % 32 = (y + x) % 32
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

}  // namespace bank_conflict_free
