// Matrices too large for a 32-bit index, and matrices with more tiles than a grid has rows. They need a GPU: the emulator
// would take minutes and gigabytes. The folded grid, which they use, has its own test in common/cuda.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>

#include "chapters/02-transpose/ladder.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/tile_grid.cuh"
#include "common/testing/device.hpp"

namespace {

// A value for each element, different from those of its neighbours in the row and in the column.
__device__ float value_of(std::size_t element) {
    const std::uint64_t mixed = element * 0x9e3779b97f4a7c15;
    return static_cast<float>(mixed >> 40);  // 24 bits: exact in a float
}

__global__ void fill(float* in, std::size_t count) {
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += stride) {
        in[i] = value_of(i);
    }
}

// Counts elements of out, which has `cols` rows, that are not the element of `in` that belongs there.
__global__ void count_wrong(const float* out, std::size_t rows, std::size_t cols, bool copies,
                            unsigned* wrong) {
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < rows * cols;
         i += stride) {
        const std::size_t source = copies ? i : i % rows * cols + i / rows;
        if (!(out[i] == value_of(source))) atomicAdd(wrong, 1u);
    }
}

void check(std::size_t rows, std::size_t cols) {
    gpu::Buffer<float> in(rows * cols);
    gpu::Buffer<float> out(rows * cols);
    gpu::Buffer<unsigned> wrong(1);
    const dim3 grid(4096);
    const dim3 block(256);
    fill<<<grid, block>>>(in.data(), in.size());
    CUDA_CHECK(cudaGetLastError());
    for (const rungs::Rung& rung : rungs::kAll) {
        CAPTURE(rung.name);
        out.fill_bytes(0xff);
        wrong.fill_bytes(0);
        rung.run(out.data(), in.data(), rows, cols);
        count_wrong<<<grid, block>>>(out.data(), rows, cols, rung.copies, wrong.data());
        CUDA_CHECK(cudaGetLastError());
        CHECK(wrong.to_host().front() == 0);
    }
}

constexpr std::size_t kNeeded = 20'000'000'000;  // bytes of the device, more than the largest test takes

}  // namespace

TEST_CASE("a matrix of more than 2^31 elements is right in every rung, aligned or not") {
    if (!testing::on_a_large_gpu(kNeeded)) return;
    check(65536, 32772);
    check(46349, 46351);
}

TEST_CASE("a matrix with more tile rows or columns than a grid has in y is right in every rung") {
    if (!testing::on_a_large_gpu(kNeeded)) return;
    constexpr std::size_t kLong = gpu::kMaxGridY * 64 + 68;
    check(kLong, 4);
    check(4, kLong);
    check(kLong + 1, 3);
    check(3, kLong + 1);
}
