// The comparison as a test of a kernel uses it: in a .cu file, on the output of a kernel.
#include "common/testing/compare.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

// Writes its index into every element except those whose index is a multiple of `step`.
__global__ void write_indices(float* out, int count, int step) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && i % step != 0) out[i] = static_cast<float>(i);
}

}  // namespace

TEST_CASE("a kernel that leaves elements out is caught, with the block and thread that left the first") {
    constexpr int kCount = 100, kBlock = 32, kStep = 40;
    float* device = nullptr;
    REQUIRE(cudaMalloc(&device, kCount * sizeof(float)) == cudaSuccess);
    REQUIRE(cudaMemset(device, testing::kPoisonByte, kCount * sizeof(float)) == cudaSuccess);
    write_indices<<<(kCount + kBlock - 1) / kBlock, kBlock>>>(device, kCount, kStep);
    REQUIRE(cudaGetLastError() == cudaSuccess);
    std::vector<float> got(kCount), expected(kCount);
    REQUIRE(cudaMemcpy(got.data(), device, kCount * sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess);
    REQUIRE(cudaFree(device) == cudaSuccess);
    for (int i = 0; i < kCount; ++i) expected[i] = static_cast<float>(i);
    got[0] = 0;  // element 0 is left out as well: correct it here, so that the message names block 1

    testing::Rules rules;
    rules.poisoned = true;
    rules.writer = [](std::size_t i) {
        return testing::Writer{static_cast<unsigned>(i / kBlock), 0, static_cast<unsigned>(i % kBlock), 0};
    };
    const testing::Comparison result = testing::compare(got, expected, rules);
    CHECK(result.wrong == 2);
    CHECK(result.never_written == 2);
    CHECK(result.first == kStep);
    CHECK(result.message.find("Thread (8, 0) of block (1, 0) should have written it.") != std::string::npos);
}
