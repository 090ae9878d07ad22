// Solution of exercise 02.5: a block swaps a tile above the diagonal with its mirror image, both through shared memory; a tile
// on the diagonal is transposed alone. Compare with rung 3, chapters/02-transpose/3_bank_conflict_free.cu: two tiles, and
// half of the blocks have nothing to do.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr int kTile = 32;  // a block has 32 × 32 threads, one for each element of its tile

static __global__ void transpose_kernel(float* matrix, std::size_t n) {
    __shared__ float upper[kTile][kTile + 1];
    __shared__ float lower[kTile][kTile + 1];
    if (gpu::tile_x() < gpu::tile_y()) return;  // the block of the mirror image has this pair

    // The tile at (tile_y, tile_x) is `upper`, its mirror image `lower`; on the diagonal they are the same.
    const std::size_t upper_row = gpu::tile_y() * kTile + threadIdx.y;
    const std::size_t upper_col = gpu::tile_x() * kTile + threadIdx.x;
    const std::size_t lower_row = gpu::tile_x() * kTile + threadIdx.y;
    const std::size_t lower_col = gpu::tile_y() * kTile + threadIdx.x;
    const bool in_upper = upper_row < n && upper_col < n;
    const bool in_lower = lower_row < n && lower_col < n;
    const bool on_diagonal = gpu::tile_x() == gpu::tile_y();

    if (in_upper) upper[threadIdx.y][threadIdx.x] = matrix[upper_row * n + upper_col];
    if (in_lower && !on_diagonal) lower[threadIdx.y][threadIdx.x] = matrix[lower_row * n + lower_col];

    __syncthreads();

    if (in_lower) matrix[lower_row * n + lower_col] = upper[threadIdx.x][threadIdx.y];
    if (in_upper && !on_diagonal) matrix[upper_row * n + upper_col] = lower[threadIdx.x][threadIdx.y];
}

// matrix: n × n elements on the device, row after row. Any n.
void transpose_in_place(float* matrix, std::size_t n) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(n, kTile), gpu::tiles_for(n, kTile));
    transpose_kernel<<<grid, block>>>(matrix, n);
    CUDA_CHECK(cudaGetLastError());
}
