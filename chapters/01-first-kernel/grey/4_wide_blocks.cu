// Wide blocks: 32 × 8 threads instead of 16 × 16, still 256 and still one for each pixel. Compare with 3_guarded.cu: only the
// shape of the block differs.
//
// Predicted: a warp is 32 pixels of one row, 96 bytes. Where rows begin at multiples of 32 bytes, a load takes 3 sectors, not 4,
// and a store one whole sector, not two halves. A warp has one row of the picture instead of two, so twice as many warps hang
// over at the right edge.
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

namespace grey::wide_blocks {

constexpr int kWidth = 32;
constexpr int kHeight = 8;

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
    const dim3 block(kWidth, kHeight);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(cols, kWidth), gpu::tiles_for(rows, kHeight));
    grey_kernel<<<grid, block>>>(grey, rgb, rows, cols);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

}  // namespace grey::wide_blocks
