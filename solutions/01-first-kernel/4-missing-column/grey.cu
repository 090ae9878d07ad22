// Solution of exercise 01.4: the number of blocks is rounded up, so the last ones hang over, and a guard with two parts stops
// the threads outside the picture. An x past the end of its row would be a pixel of the next row.
#include <cstdint>

#include "common/cuda/check.hpp"

constexpr unsigned kSide = 16;  // a block has 16 × 16 threads, one for each pixel of its tile

static __global__ void grey_kernel(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t width,
                                   std::size_t height) {
    const std::size_t x = static_cast<std::size_t>(blockIdx.x) * kSide + threadIdx.x;
    const std::size_t y = static_cast<std::size_t>(blockIdx.y) * kSide + threadIdx.y;
    if (x >= width || y >= height) return;
    const std::size_t pixel = y * width + x;
    const unsigned red = rgb[3 * pixel];
    const unsigned green = rgb[3 * pixel + 1];
    const unsigned blue = rgb[3 * pixel + 2];
    grey[pixel] = static_cast<std::uint8_t>((54 * red + 183 * green + 19 * blue + 128) / 256);
}

// rgb: width × height pixels of three bytes on the device, row after row; grey: width × height bytes.
void to_grey(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t width, std::size_t height) {
    const dim3 block(kSide, kSide);
    const dim3 grid(static_cast<unsigned>((width + kSide - 1) / kSide),
                    static_cast<unsigned>((height + kSide - 1) / kSide));
    grey_kernel<<<grid, block>>>(grey, rgb, width, height);
    CUDA_CHECK(cudaGetLastError());
}
