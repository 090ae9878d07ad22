// The helpers that every CUDA file uses: errors that say what to do, buffers that free, copy and poison.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/cuda/timer.hpp"

namespace {

__global__ void increment(float* values, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] += 1;
}

std::string complaint_of(void (*body)()) {
    try {
        body();
    } catch (const gpu::Error& error) {
        static_cast<void>(cudaGetLastError());  // an error is reported once
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST_CASE("a call that fails says where, which call, which error and what to do") {
    const std::string message = complaint_of([] { CUDA_CHECK(cudaMemset(nullptr, 0, 4)); });
    CHECK(message.find("helpers_test.cu:") != std::string::npos);
    CHECK(message.find("cudaMemset(nullptr, 0, 4) failed: cudaErrorInvalidValue") != std::string::npos);
    CHECK(message.find("An argument is wrong") != std::string::npos);
}

TEST_CASE("a launch out of range is found by the check after it") {
    const std::string message = complaint_of([] {
        const dim3 grid(1);
        const dim3 block(2048);
        increment<<<grid, block>>>(nullptr, 0);
        CUDA_CHECK(cudaGetLastError());
    });
    CHECK(message.find("cudaGetLastError() failed: cudaErrorInvalid") != std::string::npos);
}

TEST_CASE("errors that a learner meets come with advice, others without") {
    CHECK(gpu::advice(cudaErrorInvalidConfiguration).find("at most 1024 threads") != std::string::npos);
    CHECK(gpu::advice(cudaErrorIllegalAddress).find("outside its arrays") != std::string::npos);
    CHECK(gpu::advice(cudaErrorNoKernelImageForDevice).find("-gencode") != std::string::npos);
    CHECK(gpu::advice(cudaErrorUnknown).empty());
}

TEST_CASE("more memory than there is ends in an error that says so") {
    const std::string message = complaint_of([] { gpu::Buffer<char> all(std::size_t{1} << 60); });
    CHECK(message.find("cudaErrorMemoryAllocation") != std::string::npos);
    CHECK(message.find("smaller size") != std::string::npos);
}

TEST_CASE("a buffer takes data to the device and back, whole or in part") {
    const std::vector<float> host = {1, 2, 3, 4};
    gpu::Buffer<float> buffer(host);
    CHECK(buffer.size() == 4);
    CHECK(buffer.bytes() == 16);
    const float nine = 9;
    buffer.upload(&nine, 1, 2);
    CHECK(buffer.to_host() == std::vector<float>{1, 2, 9, 4});
    float last = 0;
    buffer.download(&last, 1, 3);
    CHECK(last == 4);
}

TEST_CASE("a buffer filled with ones in every bit is all NaN") {
    gpu::Buffer<float> buffer(3);
    buffer.fill_bytes(0xff);
    for (const float value : buffer.to_host()) CHECK(std::isnan(value));
}

TEST_CASE("a buffer moves without a copy, and an empty one is nothing to free") {
    gpu::Buffer<float> first(std::vector<float>{5});
    const float* place = first.data();
    gpu::Buffer<float> second = std::move(first);
    CHECK(second.data() == place);
    gpu::Buffer<float> third;
    third = std::move(second);
    CHECK(third.to_host() == std::vector<float>{5});
}

TEST_CASE("a timer gives a time that is not negative and waits for the work") {
    gpu::Buffer<float> buffer(std::vector<float>(1000, 1.0f));
    gpu::Timer timer;
    timer.start();
    const dim3 grid(8);
    const dim3 block(128);
    increment<<<grid, block>>>(buffer.data(), 1000);
    CUDA_CHECK(cudaGetLastError());
    CHECK(timer.stop_ms() >= 0);
    CHECK(buffer.to_host() == std::vector<float>(1000, 2.0f));
}
