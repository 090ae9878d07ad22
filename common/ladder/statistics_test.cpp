// Medians and their intervals, against the table of the binomial distribution.
#include "common/ladder/statistics.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

namespace {

// P(at most k of n fair coins), summed term by term.
double at_most(std::size_t k, std::size_t n) {
    double sum = 0;
    double term = std::pow(0.5, static_cast<double>(n));
    for (std::size_t i = 0; i <= k; ++i) {
        sum += term;
        term *= static_cast<double>(n - i) / static_cast<double>(i + 1);
    }
    return sum;
}

}  // namespace

TEST_CASE("the median of an odd number of measurements is the middle one, in whatever order they came") {
    CHECK(ladder::median_of({5, 1, 3}).value == 3);
    CHECK(ladder::median_of({7}).value == 7);
}

TEST_CASE("the median of an even number of measurements lies between the two in the middle") {
    CHECK(ladder::median_of({4, 1, 2, 10}).value == 3);
}

TEST_CASE("the interval is the narrowest pair of measurements that holds the median in 95 of 100 cases") {
    for (std::size_t n = 6; n <= 200; ++n) {
        CAPTURE(n);
        const std::size_t k = ladder::left_out_at_each_end(n);
        CHECK(2 * at_most(k, n) <= 0.05);
        CHECK(2 * at_most(k + 1, n) > 0.05);
    }
}

TEST_CASE("ten measurements: the interval runs from the second to the ninth") {
    const ladder::Median median = ladder::median_of({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    CHECK(median.low == 2);
    CHECK(median.high == 9);
}

TEST_CASE("with too few measurements for 95 % the interval is all of them") {
    const ladder::Median median = ladder::median_of({3, 1, 2});
    CHECK(median.low == 1);
    CHECK(median.high == 3);
}

TEST_CASE("thousands of measurements: the interval follows the normal distribution") {
    const std::size_t k = ladder::left_out_at_each_end(10000);
    CHECK(k > 4890);
    CHECK(k < 4905);
}

TEST_CASE("an outlier moves neither the median nor the interval's ends far") {
    std::vector<double> times(21, 1.0);
    times[3] = 1000;
    CHECK(ladder::median_of(times).value == 1);
    CHECK(ladder::median_of(times).high == 1);
}
