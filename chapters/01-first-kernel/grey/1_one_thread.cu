// One thread: row after row, pixel after pixel, as on the CPU. Compare with grey_serial in common/baseline/grey.cpp: the loops
// are the same.
//
// Predicted: 1 lane of 32 is active; three loads of one byte for each pixel, and each of them moves a sector of 32 bytes.
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"

namespace grey::one_thread {

static __global__ void grey_kernel(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows,
                                   std::size_t cols) {
    // region: kernel
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t col = 0; col < cols; ++col) {
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
    const dim3 block(1);
    const dim3 grid(1);
    grey_kernel<<<grid, block>>>(grey, rgb, rows, cols);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

}  // namespace grey::one_thread
