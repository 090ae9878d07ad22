// A relaxation on the device in each form: with NaN, zeros of both signs, negative lengths and the largest integers.
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "chapters/05-shortcuts/parts/forms.cuh"
#include "common/cuda/buffer.hpp"

namespace {

template <class Form>
static __global__ void relax_kernel(float* out, const float* a, const float* b, int count) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < count) out[k] = Form::relax(Form::no_edge(), a[k], b[k], Form::no_edge(), b[k]);
}

// min(infinity, a + b) for each pair, on the device.
template <class Form>
std::vector<float> sums(const std::vector<float>& a, const std::vector<float>& b) {
    const gpu::Buffer<float> device_a(a), device_b(b);
    gpu::Buffer<float> out(a.size());
    const dim3 grid(1), block(static_cast<unsigned>(a.size()));
    relax_kernel<Form>
        <<<grid, block>>>(out.data(), device_a.data(), device_b.data(), static_cast<int>(a.size()));
    CUDA_CHECK(cudaGetLastError());
    return out.to_host();
}

const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kNoEdge = std::numeric_limits<float>::infinity();
const float kSubnormal = std::numeric_limits<float>::denorm_min();

}  // namespace

TEST_CASE(
    "zeros of both signs, subnormals, the largest float and infinity: the integer minimum equals the float "
    "one") {
    const std::vector<float> a = {0.0f,  -0.0f,   0.0f,    -0.0f, kSubnormal,
                                  3e38f, 3.4e38f, kNoEdge, 1.5f,  kNoEdge};
    const std::vector<float> b = {0.0f, -0.0f, -0.0f, 2.0f, kSubnormal, 0.0f, 3.4e38f, 1.0f, 2.5f, kNoEdge};
    const std::vector<float> expected = {0, 0, 0, 2, 2 * kSubnormal, 3e38f, kNoEdge, kNoEdge, 4, kNoEdge};
    CHECK(sums<forms::ThreeInput>(a, b) == expected);
    CHECK(sums<forms::Fminf>(a, b) == expected);
    CHECK(sums<forms::Ternary>(a, b) == expected);
}

TEST_CASE(
    "a NaN of either sign is no edge in all three forms: each sum with it is the NaN 0x7fffffff, above "
    "infinity") {
    const std::vector<float> a = {kNan, -kNan, 1.0f};
    const std::vector<float> b = {1.0f, 1.0f, kNan};
    const std::vector<float> expected(3, kNoEdge);
    CHECK(sums<forms::ThreeInput>(a, b) == expected);
    CHECK(sums<forms::Fminf>(a, b) == expected);
    CHECK(sums<forms::Ternary>(a, b) == expected);
}

namespace {

template <class Form>
static __global__ void smallest_kernel(float* out, const float* values) {
    *out = Form::relax(values[0], values[1], 0.0f, values[2], 0.0f);
}

template <class Form>
float smallest(const std::vector<float>& values) {
    const gpu::Buffer<float> device(values);
    gpu::Buffer<float> out(1);
    smallest_kernel<Form><<<1, 1>>>(out.data(), device.data());
    CUDA_CHECK(cudaGetLastError());
    return out.to_host()[0];
}

}  // namespace

TEST_CASE("of negative lengths the integer minimum takes the wrong one") {
    CHECK(smallest<forms::Fminf>({-1, -3, -2}) == -3);
    CHECK(smallest<forms::ThreeInput>({-1, -3, -2}) == -1);
}

namespace {

using forms::kNoEdge32;

__global__ void relax_integers_kernel(std::int32_t* out, std::int32_t first, std::int32_t second,
                                      std::int32_t best) {
    *out = forms::AddMin::relax(best, first, second, first, second);
}

std::int32_t relax(std::int32_t first, std::int32_t second, std::int32_t best) {
    gpu::Buffer<std::int32_t> out(1);
    relax_integers_kernel<<<1, 1>>>(out.data(), first, second, best);
    CUDA_CHECK(cudaGetLastError());
    return out.to_host()[0];
}

}  // namespace

TEST_CASE(
    "the largest integer is no infinity: a step more and it is the smallest; half of it leaves room for a "
    "sum") {
    constexpr std::int32_t kLargest = std::numeric_limits<std::int32_t>::max();
    CHECK(relax(kLargest, 1, 100) == std::numeric_limits<std::int32_t>::min());
    CHECK(relax(kNoEdge32, 1, kNoEdge32) == kNoEdge32);
    CHECK(relax(kNoEdge32, kNoEdge32, kNoEdge32) == kNoEdge32);
    CHECK(relax(kNoEdge32 - 1, 0, kNoEdge32) == kNoEdge32 - 1);
}
