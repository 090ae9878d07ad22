// fails: every element passes through shared memory, without bank conflicts | shared loads: 0 wavefronts; at least 384 are expected
// Without shared memory there are no bank conflicts, and no lesson.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr int kTile = 32;

static __global__ void transpose_kernel(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const std::size_t row = gpu::tile_y() * kTile + threadIdx.y;
    const std::size_t col = gpu::tile_x() * kTile + threadIdx.x;
    out[col * rows + row] = in[row * cols + col];
}

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(cols, kTile), gpu::tiles_for(rows, kTile));
    transpose_kernel<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
