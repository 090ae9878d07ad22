// Exercise 01.6: every element gets its own computation, and no lane waits for the other one.
#include <doctest/doctest.h>

#include "common/cuda/counters.hpp"
#include "common/ladder/counters.hpp"
#include "exercises/01-first-kernel/6-even-and-odd/work.cuh"
#include "exercises/01-first-kernel/trial.hpp"

void transform(float* out, const float* in, std::size_t n);

namespace {

// One thread an element and one computation for all: what a warp costs that runs only one of the two.
template <bool kEven>
__global__ void one_kind_kernel(float* out, const float* in, std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = kEven ? work::even(in[i]) : work::odd(in[i]);
}

// Both computations for every element, of which each element needs one; from a launch of our own, so that the arithmetic is
// the device's.
std::vector<float> expected_for(const std::vector<float>& in) {
    const gpu::Buffer<float> device_in(in);
    gpu::Buffer<float> even(in.size()), odd(in.size());
    const dim3 block(128), grid(static_cast<unsigned>((in.size() + 127) / 128));
    one_kind_kernel<true><<<grid, block>>>(even.data(), device_in.data(), in.size());
    CUDA_CHECK(cudaGetLastError());
    one_kind_kernel<false><<<grid, block>>>(odd.data(), device_in.data(), in.size());
    CUDA_CHECK(cudaGetLastError());
    std::vector<float> expected = even.to_host();
    const std::vector<float> other = odd.to_host();
    for (std::size_t i = 1; i < in.size(); i += 2) expected[i] = other[i];
    return expected;
}

grading::Run run(std::size_t n) {
    if (!grading::device_usable()) return {};
    const std::vector<float> in = trial::random_elements<float>(n, n);
    const gpu::Buffer<float> device_in(in);
    return trial::run(std::to_string(n) + " elements", expected_for(in), {},
                      [&](float* out) { transform(out, device_in.data(), n); });
}

// Warp instructions of n elements if each warp runs one computation: half of what both launches of expected_for cost.
double needed_instructions(std::size_t n) {
    const auto before = gpu::emulator::launches();
    expected_for(std::vector<float>(n));
    return ladder::counters_since(before).at("warp_instructions") / 2;
}

}  // namespace

TEST_CASE("every element gets its own computation") {
    for (const std::size_t n : {4096, 64, 1, 2, 31, 33, 63, 65, 127, 1000, 1003}) {
        if (!run(n).ok) return;
    }
}

TEST_CASE("no lane waits for the other computation") {
    if (!grading::counted_here()) return;
    constexpr std::size_t kElements = 8192;
    constexpr double kMore = 1.25;  // for indices
    const double needed = needed_instructions(kElements);
    const grading::Run even_and_odd = run(kElements);
    grading::at_most(even_and_odd, "divergent_branches", 0, "whole warps can take one way.");
    grading::at_most(even_and_odd, "warp_instructions", kMore * needed,
                     "a warp that runs one computation, and a quarter more for its indices.");
}

TEST_CASE("lanes stay close to each other in memory") {
    if (!grading::counted_here()) return;
    constexpr std::size_t kElements = 8192;
    const double sectors = trial::sectors(kElements, sizeof(float));
    const grading::Run even_and_odd = run(kElements);
    const char* const why = "every sector twice, once for its even elements and once for its odd ones.";
    grading::at_most(even_and_odd, "global_load_sectors", 2 * sectors, why);
    grading::at_most(even_and_odd, "global_store_sectors", 2 * sectors, why);
}
