// Guarded: a thread for each pixel, in square blocks of 16 × 16 that cover the picture and hang over on the right and at the
// bottom. This is Kirk and Hwu's kernel. Compare with 2_one_block.cu: the loops have become one if.
//
// Predicted: a warp is two rows of its block, 16 pixels each. A row's 48 bytes lie in 2 sectors, so a load takes 4; a store
// writes 16 bytes of each row, half of each of 2 sectors.
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace grey::guarded {

constexpr int kSide = 16;

static __global__ void grey_kernel(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows,
                                   std::size_t cols) {
    // region: kernel
    const std::size_t col = gpu::tile_x() * blockDim.x + threadIdx.x;
    const std::size_t row = gpu::tile_y() * blockDim.y + threadIdx.y;
    if (row < rows && col < cols) {
        const std::size_t pixel = row * cols + col;
        const unsigned red = rgb[3 * pixel];
        const unsigned green = rgb[3 * pixel + 1];
        const unsigned blue = rgb[3 * pixel + 2];
        grey[pixel] = static_cast<std::uint8_t>((54 * red + 183 * green + 19 * blue + 128) / 256);
    }
    // end region
}

// rgb: rows × cols pixels of three bytes on the device, row after row; grey: rows × cols bytes. Any size.
void grey(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows, std::size_t cols) {
    // region: launch
    if (rows == 0 || cols == 0) return;  // a grid of 0 blocks is an error
    const dim3 block(kSide, kSide);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(cols, kSide), gpu::tiles_for(rows, kSide));
    grey_kernel<<<grid, block>>>(grey, rgb, rows, cols);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

}  // namespace grey::guarded
