// Vectorised: a thread takes 16 pixels, which are 48 bytes: three loads of 16 bytes instead of 48 of one byte, and one store
// instead of 16. Compare with 5_grid_stride.cu: the loop runs over groups of pixels and takes the bytes out of words. The
// grid is as large as the data, as in ../6_vectorised.cu.
//
// The address of 16 bytes must be a multiple of 16. Addresses from cudaMalloc are; where one is not, all pixels are converted
// one by one, as in rung 5, and so are the last pixels % 16.
//
// Predicted: a sixteenth of the requests. Lanes are 48 bytes apart, so each of them has a sector of its own: 32 sectors per
// load. The three loads touch the 48 sectors of a warp's 512 pixels, each of them twice; DRAM delivers them once. A store
// takes 16 sectors and fills them.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"

namespace grey::vectorised {

constexpr int kThreads = 256;
constexpr std::size_t kMostBlocks = 0x7fffffff;  // of a grid; the kernel's loop takes the rest
constexpr int kGroup = 16;                       // pixels: 3 × 16 bytes in, 16 bytes out

static __device__ unsigned grey_of(unsigned red, unsigned green, unsigned blue) {
    return (54 * red + 183 * green + 19 * blue + 128) / 256;
}

// Byte k of some words, the lowest byte of a word first.
static __device__ unsigned byte_of(const unsigned* words, int k) {
    return words[k / 4] >> 8 * (k % 4) & 0xff;
}

// groups: the number of groups of 16 pixels at the start of the picture; the pixels after them are converted one by one.
static __global__ void grey_kernel(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t pixels,
                                   std::size_t groups) {
    // region: kernel
    const std::size_t first = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t group = first; group < groups; group += step) {
        const uint4* const from = reinterpret_cast<const uint4*>(rgb) + 3 * group;
        const uint4 a = from[0], b = from[1], c = from[2];
        const unsigned in[12] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w, c.x, c.y, c.z, c.w};
        unsigned out[4] = {};
#pragma unroll
        for (int k = 0; k < kGroup; ++k) {
            out[k / 4] |= grey_of(byte_of(in, 3 * k), byte_of(in, 3 * k + 1), byte_of(in, 3 * k + 2))
                          << 8 * (k % 4);
        }
        reinterpret_cast<uint4*>(grey)[group] = make_uint4(out[0], out[1], out[2], out[3]);
    }
    for (std::size_t pixel = kGroup * groups + first; pixel < pixels; pixel += step) {
        grey[pixel] =
            static_cast<std::uint8_t>(grey_of(rgb[3 * pixel], rgb[3 * pixel + 1], rgb[3 * pixel + 2]));
    }
    // end region
}

static bool aligned(const std::uint8_t* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer) % sizeof(uint4) == 0;
}

// rgb: rows × cols pixels of three bytes on the device, row after row; grey: rows × cols bytes. Any size.
void grey(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows, std::size_t cols) {
    // region: launch
    const std::size_t pixels = rows * cols;
    if (pixels == 0) return;  // a grid of 0 blocks is an error
    const std::size_t groups = aligned(rgb) && aligned(grey) ? pixels / kGroup : 0;
    const std::size_t items = std::max(groups, pixels - kGroup * groups);  // of the longer loop
    const dim3 block(kThreads);
    const dim3 grid(static_cast<unsigned>(std::min(kMostBlocks, (items + kThreads - 1) / kThreads)));
    grey_kernel<<<grid, block>>>(grey, rgb, pixels, groups);
    CUDA_CHECK(cudaGetLastError());
    // end region
}

}  // namespace grey::vectorised
