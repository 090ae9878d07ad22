// One block: 32 × 32 threads, which step over the picture together like a tile. Compare with 1_one_thread.cu: the two loops
// start and step differently.
//
// Predicted: all 32 lanes active where the whole block lies in the picture. A warp has 32 pixels of a row, 96 bytes, so 3
// sectors per load where rows begin at multiples of 32 bytes.
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"

namespace grey::one_block {

constexpr int kSide = 32;  // 32 × 32 = 1024, the most threads that a block may have

static __global__ void grey_kernel(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows,
                                   std::size_t cols) {
    // region: kernel
    for (std::size_t row = threadIdx.y; row < rows; row += blockDim.y) {
        for (std::size_t col = threadIdx.x; col < cols; col += blockDim.x) {
            const std::size_t pixel = row * cols + col;  // its bytes are 3 pixel to 3 pixel + 2
            const unsigned red = rgb[3 * pixel];
            const unsigned green = rgb[3 * pixel + 1];
            const unsigned blue = rgb[3 * pixel + 2];
            grey[pixel] = static_cast<std::uint8_t>((54 * red + 183 * green + 19 * blue + 128) / 256);
        }
    }
    // end region
}

// rgb: rows × cols pixels of three bytes on the device, row after row; grey: rows × cols bytes. Any size.
void grey(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows, std::size_t cols) {
    // region: launch
    const dim3 block(kSide, kSide);
    const dim3 grid(1);
    grey_kernel<<<grid, block>>>(grey, rgb, rows, cols);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

}  // namespace grey::one_block
