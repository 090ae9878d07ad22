// fails: pictures of whole blocks | not as 1 block of 16 x 16 threads
// Right, in blocks of 32 x 8: every row of the picture ends within a warp.
#include <cstdint>

#include "common/cuda/check.hpp"

static __global__ void grey_kernel(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t width,
                                   std::size_t height) {
    const std::size_t x = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t y = static_cast<std::size_t>(blockIdx.y) * blockDim.y + threadIdx.y;
    const std::size_t pixel = y * width + x;
    if (x >= width || y >= height) return;
    const unsigned red = rgb[3 * pixel];
    const unsigned green = rgb[3 * pixel + 1];
    const unsigned blue = rgb[3 * pixel + 2];
    grey[pixel] = static_cast<std::uint8_t>((54 * red + 183 * green + 19 * blue + 128) / 256);
}

void to_grey(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t width, std::size_t height) {
    const dim3 block(32, 8);
    const dim3 grid(static_cast<unsigned>((width + 31) / 32), static_cast<unsigned>((height + 7) / 8));
    grey_kernel<<<grid, block>>>(grey, rgb, width, height);
    CUDA_CHECK(cudaGetLastError());
}
