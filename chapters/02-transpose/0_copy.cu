// Copy: what every transpose is compared with. It moves the same bytes, and its loads and stores both follow
// the rows, so no transpose with one element a thread should be faster. Compare with 1_naive.cu: one index
// differs.
//
// Predicted: a warp's 32 floats are 128 consecutive bytes, 4 sectors of 32 bytes for each load and each store
// request.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace copy {

constexpr int kTile = 32;  // a block has 32 × 32 threads, one for each element of its tile

static __global__ void copy_kernel(float* out, const float* in, std::size_t rows, std::size_t cols) {
    // region: kernel
    const std::size_t col = gpu::tile_x() * kTile + threadIdx.x;
    const std::size_t row = gpu::tile_y() * kTile + threadIdx.y;
    if (row < rows && col < cols) out[row * cols + col] = in[row * cols + col];
    // end region
}

// in and out: rows × cols elements on the device, row after row. Not a transpose: out equals in.
void copy(float* out, const float* in, std::size_t rows, std::size_t cols) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(cols, kTile), gpu::tiles_for(rows, kTile));
    copy_kernel<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace copy
