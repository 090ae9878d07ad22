// fails: pictures of whole blocks | it calls cudaMemcpy
// The CPU makes the picture grey, and a kernel puts it in its place.
#include <cstdint>
#include <vector>

#include "common/cuda/buffer.hpp"

constexpr unsigned kSide = 16;

static __global__ void copy_kernel(std::uint8_t* out, const std::uint8_t* in, std::size_t width,
                                   std::size_t height) {
    const std::size_t x = static_cast<std::size_t>(blockIdx.x) * kSide + threadIdx.x;
    const std::size_t y = static_cast<std::size_t>(blockIdx.y) * kSide + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = in[y * width + x];
}

void to_grey(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t width, std::size_t height) {
    std::vector<std::uint8_t> colours(3 * width * height), result(width * height);
    CUDA_CHECK(cudaMemcpy(colours.data(), rgb, colours.size(), cudaMemcpyDeviceToHost));
    for (std::size_t pixel = 0; pixel < result.size(); ++pixel) {
        const std::uint8_t* const part = colours.data() + 3 * pixel;
        result[pixel] = static_cast<std::uint8_t>((54 * part[0] + 183 * part[1] + 19 * part[2] + 128) / 256);
    }
    const gpu::Buffer<std::uint8_t> device_result(result);
    const dim3 block(kSide, kSide);
    const dim3 grid(static_cast<unsigned>((width + kSide - 1) / kSide),
                    static_cast<unsigned>((height + kSide - 1) / kSide));
    copy_kernel<<<grid, block>>>(grey, device_result.data(), width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
