// A harness that gives the answer time between its return and the look at its result: nothing may change meanwhile.
#include <doctest/doctest.h>

#include <chrono>
#include <thread>
#include <vector>

#include "common/cuda/buffer.hpp"

void reverse(float* data, std::size_t n);

TEST_CASE("what a call has left behind stays") {
    gpu::Buffer<float> data(std::vector<float>{1, 2, 3, 4});
    reverse(data.data(), data.size());
    const std::vector<float> left = data.to_host();
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    CHECK(data.to_host() == left);
}
