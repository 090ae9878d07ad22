// fails: at 76 x 62 every pixel has one thread | Threads outside of the picture work too
// The number of the pixel is compared: a pixel beyond the row is one of the next row, and is written twice.
#include <cstdint>

#include "common/cuda/check.hpp"

constexpr unsigned kSide = 16;

static __global__ void grey_kernel(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t width,
                                   std::size_t height) {
    const std::size_t x = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t y = static_cast<std::size_t>(blockIdx.y) * blockDim.y + threadIdx.y;
    const std::size_t pixel = y * width + x;
    if (pixel >= width * height) return;
    const unsigned red = rgb[3 * pixel];
    const unsigned green = rgb[3 * pixel + 1];
    const unsigned blue = rgb[3 * pixel + 2];
    grey[pixel] = static_cast<std::uint8_t>((54 * red + 183 * green + 19 * blue + 128) / 256);
}

void to_grey(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t width, std::size_t height) {
    const dim3 block(kSide, kSide);
    const dim3 grid(static_cast<unsigned>((width + kSide - 1) / kSide),
                    static_cast<unsigned>((height + kSide - 1) / kSide));
    grey_kernel<<<grid, block>>>(grey, rgb, width, height);
    CUDA_CHECK(cudaGetLastError());
}
