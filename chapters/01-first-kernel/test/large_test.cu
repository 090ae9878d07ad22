// Vectors and pictures too large for a 32-bit index. They need a GPU: the emulator would take minutes and gigabytes.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>

#include "chapters/01-first-kernel/ladder.hpp"
#include "common/cuda/buffer.hpp"
#include "common/testing/device.hpp"

namespace {

constexpr std::size_t kFloats = (std::size_t{1} << 32) + 1003;
constexpr std::size_t kRows = 65537, kCols = 65539;  // 3 × 2^32 bytes of colours

// A byte for each index, different from those of its neighbours.
__device__ std::uint8_t value_of(std::size_t i) {
    return static_cast<std::uint8_t>(i * 0x9e3779b97f4a7c15 >> 56);
}

template <class Element, class Of>
__global__ void fill(Element* out, std::size_t count, Of of) {
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < count;
         i += step)
        out[i] = of(i);
}

template <class Element, class Of>
__global__ void count_wrong(const Element* out, std::size_t count, Of of, unsigned* wrong) {
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < count;
         i += step) {
        if (!(out[i] == of(i))) atomicAdd(wrong, 1u);
    }
}

struct Summand {
    __device__ float operator()(std::size_t i) const { return value_of(i); }
};
struct Sum {
    __device__ float operator()(std::size_t i) const { return 2.0f * value_of(i); }
};
struct Byte {
    __device__ std::uint8_t operator()(std::size_t i) const { return value_of(i); }
};
struct Grey {
    __device__ std::uint8_t operator()(std::size_t i) const {
        return (54u * value_of(3 * i) + 183u * value_of(3 * i + 1) + 19u * value_of(3 * i + 2) + 128) / 256;
    }
};

const dim3 kGrid(4096);
const dim3 kBlock(256);

template <class Element, class Of>
unsigned wrong_elements(const gpu::Buffer<Element>& out, Of of) {
    gpu::Buffer<unsigned> wrong(1);
    wrong.fill_bytes(0);
    count_wrong<<<kGrid, kBlock>>>(out.data(), out.size(), of, wrong.data());
    CUDA_CHECK(cudaGetLastError());
    return wrong.to_host().front();
}

constexpr std::size_t kNeeded = 60'000'000'000;  // bytes of the device, more than the largest test takes

}  // namespace

TEST_CASE("vectors of more than 2^32 elements are right in every rung that is not one thread or one block") {
    if (!testing::on_a_large_gpu(kNeeded)) return;
    gpu::Buffer<float> a(kFloats), sum(kFloats);
    fill<<<kGrid, kBlock>>>(a.data(), a.size(), Summand{});
    CUDA_CHECK(cudaGetLastError());
    for (std::size_t k = 2; k < rungs::kAdd.size(); ++k) {
        CAPTURE(rungs::kAdd[k].name);
        sum.fill_bytes(0xff);
        rungs::kAdd[k].run(sum.data(), a.data(), a.data(), kFloats);
        CHECK(wrong_elements(sum, Sum{}) == 0);
    }
}

TEST_CASE("pictures of more than 2^32 pixels are right in every rung that is not one thread or one block") {
    if (!testing::on_a_large_gpu(kNeeded)) return;
    gpu::Buffer<std::uint8_t> rgb(3 * kRows * kCols), out(kRows * kCols);
    fill<<<kGrid, kBlock>>>(rgb.data(), rgb.size(), Byte{});
    CUDA_CHECK(cudaGetLastError());
    for (std::size_t k = 2; k < rungs::kGrey.size(); ++k) {
        CAPTURE(rungs::kGrey[k].name);
        out.fill_bytes(0xff);
        rungs::kGrey[k].run(out.data(), rgb.data(), kRows, kCols);
        CHECK(wrong_elements(out, Grey{}) == 0);
    }
}
