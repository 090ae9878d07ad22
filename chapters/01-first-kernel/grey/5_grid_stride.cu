// Grid-stride: a pixel's grey does not depend on where it lies, so the picture is a vector of rows × cols pixels, and one loop
// is enough for it. Compare with 4_wide_blocks.cu: rows and columns are gone, and with them the right edge; and with
// ../5_grid_stride.cu, which has the same loop.
//
// Predicted: the sectors of rung 4 where rows are multiples of 32 pixels, fewer where they are not; at most one divergent
// warp, whatever the width.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"

namespace grey::grid_stride {

constexpr int kThreads = 256;
constexpr int kBlocksPerMultiprocessor = 8;  // × 256 = 2048 threads, all that a multiprocessor holds

static __global__ void grey_kernel(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t pixels) {
    // region: kernel
    const std::size_t first = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t pixel = first; pixel < pixels; pixel += step) {
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
    const std::size_t pixels = rows * cols;
    if (pixels == 0) return;  // a grid of 0 blocks is an error
    int device = 0;
    int multiprocessors = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    const std::size_t at_once = static_cast<std::size_t>(multiprocessors) * kBlocksPerMultiprocessor;
    const dim3 block(kThreads);
    const dim3 grid(static_cast<unsigned>(std::min(at_once, (pixels + kThreads - 1) / kThreads)));
    grey_kernel<<<grid, block>>>(grey, rgb, pixels);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

}  // namespace grey::grid_stride
