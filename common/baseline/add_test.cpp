// The CPU's vector additions, the specification of the GPU's: every element, at sizes that are not a multiple of
// anything, and IEEE arithmetic's special values.
#include "common/baseline/add.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace {

using Add = void (*)(float*, const float*, const float*, std::size_t);

}  // namespace

TEST_CASE("every element is the sum of its two, and nothing past the end is touched") {
    for (const Add add : {baseline::add_serial, baseline::add_openmp}) {
        for (const std::size_t n : {0, 1, 31, 32, 33, 1003, 100003}) {
            CAPTURE(n);
            std::vector<float> a(n), b(n), sum(n + 1, -7.0f);
            for (std::size_t i = 0; i < n; ++i) {
                a[i] = static_cast<float>(i) * 0.25f;
                b[i] = 1.0f / static_cast<float>(i + 1);
            }
            add(sum.data(), a.data(), b.data(), n);
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < n; ++i) wrong += sum[i] == a[i] + b[i] ? 0 : 1;
            CHECK(wrong == 0);
            CHECK(sum[n] == -7.0f);
        }
    }
}

TEST_CASE("infinities, NaN and subnormals are added as IEEE 754 says") {
    const float infinity = std::numeric_limits<float>::infinity();
    const float least = std::numeric_limits<float>::denorm_min();
    const std::vector<float> a = {infinity, infinity, least, NAN, 3e38f};
    const std::vector<float> b = {1, -infinity, least, 1, 3e38f};
    for (const Add add : {baseline::add_serial, baseline::add_openmp}) {
        std::vector<float> sum(a.size());
        add(sum.data(), a.data(), b.data(), a.size());
        CHECK(sum[0] == infinity);
        CHECK(std::isnan(sum[1]));
        CHECK(sum[2] == 2 * least);
        CHECK(std::isnan(sum[3]));
        CHECK(sum[4] == infinity);
    }
}
