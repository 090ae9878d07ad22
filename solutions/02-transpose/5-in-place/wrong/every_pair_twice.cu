// fails: every element is where it belongs | two threads of different blocks use one place in global memory
// The blocks below the diagonal swap as well: what was swapped is swapped back.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr int kTile = 32;

static __global__ void transpose_kernel(float* matrix, std::size_t n) {
    __shared__ float upper[kTile][kTile + 1];
    __shared__ float lower[kTile][kTile + 1];
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
