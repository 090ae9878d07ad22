// Naive: every thread moves one element to where it belongs. Neighbouring lanes read neighbours in a row of
// `in`, but they write neighbours in a column of `out`, which lie a whole row apart. Compare with 0_copy.cu:
// only the store's index differs.
//
// Predicted: 4 sectors per load request, as in the copy; 32 sectors per store request, one for each lane, and
// 4 of the 32 bytes of each are used.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace naive {

constexpr int kTile = 32;  // a block has 32 × 32 threads, one for each element of its tile

static __global__ void transpose_kernel(float* out, const float* in, std::size_t rows, std::size_t cols) {
    // region: kernel
    const std::size_t col = gpu::tile_x() * kTile + threadIdx.x;
    const std::size_t row = gpu::tile_y() * kTile + threadIdx.y;
    if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
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

}  // namespace naive
