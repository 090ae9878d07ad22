// Rung 7 relies on this: the bits of floats, read as integers, are in the floats' order. `make order-05` checks all
// 2^31 patterns without a sign; here it is a sample, with every point at which the order might break. forms_test.cu
// checks the device's results for NaN, -0 and negative lengths.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

constexpr std::uint32_t kInfinity = 0x7f800000;
constexpr std::uint32_t kNegative = 0x80000000;

float of_bits(std::uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

// The number of neighbours bits and bits + 1, for bits = first … last - 1 in steps of `step`, that are not in the
// floats' order: ascending up to infinity, with NaN above. Neighbours suffice, since the order is transitive.
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
