// Whether the bits of floats, read as integers, are in the floats' order: what rung 6 rests on. All 2^31 patterns without a sign
// with `make order-05`; a sample of them here, with everything at which the order might break. And what the device makes of NaN, -0
// and negative lengths.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

#include "chapters/05-shortcuts/forms.cuh"
#include "chapters/05-shortcuts/range.cuh"
#include "common/cuda/buffer.hpp"

namespace {

constexpr std::uint32_t kInfinity = 0x7f800000;
constexpr std::uint32_t kNegative = 0x80000000;

float of_bits(std::uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

// How many of the neighbours bits and bits + 1, for bits = first … last - 1 in steps of `step`, are not in the floats' order:
// ascending up to infinity, NaN above. Neighbours are enough: an order in which each is below the next is an order of all.
std::uint64_t out_of_order(std::uint32_t first, std::uint32_t last, std::uint32_t step) {
    std::uint64_t wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
    for (std::uint64_t bits = first; bits < last; bits += step) {
        const float here = of_bits(static_cast<std::uint32_t>(bits));
        const float next = of_bits(static_cast<std::uint32_t>(bits) + 1);
        const bool in_order = bits < kInfinity ? here < next : std::isnan(next);
        wrong += !in_order;
    }
    return wrong;
}

}  // namespace

TEST_CASE(
    "floats that are not negative have the order of their bits, infinity above all numbers, NaN above "
    "infinity") {
    const bool all = std::getenv("ALL_PATTERNS") != nullptr;
    CHECK(out_of_order(0, kNegative - 1, all ? 1 : 4099) == 0);
    for (std::uint32_t exponent = 0; exponent <= 255; ++exponent) {
        const std::uint32_t first = exponent << 23;
        CHECK(out_of_order(first > 64 ? first - 64 : 0, std::min(first + 64, kNegative - 1), 1) == 0);
    }
}

TEST_CASE("negative floats have the opposite order of their bits, which is why the data is looked at") {
    CHECK(out_of_order(kNegative, kNegative + 1000, 1) == 1000);
}

namespace {

template <class Form>
static __global__ void relax_kernel(float* out, const float* a, const float* b, int count) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < count) out[k] = Form::relax(Form::no_road(), a[k], b[k], Form::no_road(), b[k]);
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

unsigned answer_for(const std::vector<float>& lengths) {
    const gpu::Buffer<float> device(lengths);
    gpu::Buffer<unsigned> answer(1);
    range::check(answer.data(), device.data(), lengths.size(), range::NotNegative{});
    return answer.to_host()[0];
}

const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kNoRoad = std::numeric_limits<float>::infinity();
const float kSubnormal = std::numeric_limits<float>::denorm_min();

}  // namespace

TEST_CASE(
    "zeros of both signs, subnormals, the largest float and infinity: the integer minimum equals the float "
    "one") {
    const std::vector<float> a = {0.0f,  -0.0f,   0.0f,    -0.0f, kSubnormal,
                                  3e38f, 3.4e38f, kNoRoad, 1.5f,  kNoRoad};
    const std::vector<float> b = {0.0f, -0.0f, -0.0f, 2.0f, kSubnormal, 0.0f, 3.4e38f, 1.0f, 2.5f, kNoRoad};
    const std::vector<float> expected = {0, 0, 0, 2, 2 * kSubnormal, 3e38f, kNoRoad, kNoRoad, 4, kNoRoad};
    CHECK(sums<forms::ThreeInput>(a, b) == expected);
    CHECK(sums<forms::Fminf>(a, b) == expected);
    CHECK(sums<forms::Ternary>(a, b) == expected);
}

TEST_CASE(
    "a NaN of either sign is no road in all three forms: each sum with it is the NaN 0x7fffffff, above "
    "infinity") {
    const std::vector<float> a = {kNan, -kNan, 1.0f};
    const std::vector<float> b = {1.0f, 1.0f, kNan};
    const std::vector<float> expected(3, kNoRoad);
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

TEST_CASE(
    "the look at the data finds one negative length, one NaN, and lets zeros of both signs and infinity "
    "pass") {
    std::vector<float> lengths(1000, 3.0f);
    lengths[5] = -0.0f;
    lengths[6] = kNoRoad;
    lengths[7] = kSubnormal;
    CHECK(answer_for(lengths) == range::kAllInside);
    for (const float bad : {-kSubnormal, -1.0f, -kNoRoad, kNan, -kNan}) {
        for (const std::size_t place : {0, 31, 500, 999}) {
            std::vector<float> with_one = lengths;
            with_one[place] = bad;
            CHECK(answer_for(with_one) == range::kSomeOutside);
        }
    }
}
