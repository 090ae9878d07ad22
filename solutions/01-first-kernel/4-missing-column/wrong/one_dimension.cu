// fails: pictures of whole blocks | it is launched as 1 block of 256 threads
// The pixels in one dimension: right, with other blocks than those that are asked for.
#include <cstdint>

#include "common/cuda/check.hpp"

static __global__ void grey_kernel(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t pixels) {
    const std::size_t pixel = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (pixel >= pixels) return;
    const unsigned red = rgb[3 * pixel];
    const unsigned green = rgb[3 * pixel + 1];
    const unsigned blue = rgb[3 * pixel + 2];
    grey[pixel] = static_cast<std::uint8_t>((54 * red + 183 * green + 19 * blue + 128) / 256);
}

void to_grey(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t width, std::size_t height) {
    const std::size_t pixels = width * height;
    grey_kernel<<<static_cast<unsigned>((pixels + 255) / 256), 256>>>(grey, rgb, pixels);
    CUDA_CHECK(cudaGetLastError());
}
