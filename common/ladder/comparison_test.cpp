// The comparison catches what checkers in tutorials have accepted: NaN, missing elements, empty outputs.
#include "common/ladder/comparison.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

ladder::Comparison compare(const std::vector<float>& got, const std::vector<float>& expected,
                           double tolerance = 0) {
    return ladder::compare(got.data(), expected.data(), got.size(), tolerance);
}

}  // namespace

TEST_CASE("equal arrays are equal, infinities and both zeros included") {
    CHECK(compare({1, -2, kInfinity, 0}, {1, -2, kInfinity, -0.0f}).ok());
}

TEST_CASE("NaN is wrong, whatever was expected and however large the tolerance") {
    CHECK(compare({kNan}, {1}).wrong == 1);
    CHECK(compare({kNan}, {1}, 1e30).wrong == 1);
    CHECK(compare({kNan}, {kNan}, 1).wrong == 1);
    CHECK(compare({1}, {kNan}, 1).wrong == 1);
}

TEST_CASE("an infinity is only right where one was expected") {
    CHECK(compare({kInfinity}, {1}, 1e30).wrong == 1);
    CHECK(compare({1}, {kInfinity}, 1e30).wrong == 1);
    CHECK(compare({-kInfinity}, {kInfinity}, 1e30).wrong == 1);
}

TEST_CASE("the tolerance is relative for large values and absolute for small ones") {
    CHECK(compare({1000.5f}, {1000}, 1e-3).ok());
    CHECK(compare({1002}, {1000}, 1e-3).wrong == 1);
    CHECK(compare({0.0005f}, {0}, 1e-3).ok());
    CHECK(compare({0.002f}, {0}, 1e-3).wrong == 1);
}

TEST_CASE("bytes of all ones, the poison of an output, are NaN") {
    float poison = 0;
    std::memset(&poison, 0xff, sizeof poison);
    CHECK(compare({poison}, {1}).wrong == 1);
}

TEST_CASE("a description names the count, the first element with its row and column, and both values") {
    const ladder::Comparison comparison = compare({1, 2, kNan, 4, 7, 6}, {1, 2, 3, 4, 5, 6});
    CHECK(ladder::describe(comparison, {2, 3}) ==
          "2 of 6 elements are wrong; the first is (0, 2): got NaN, as if never written, expected 3");
    CHECK(ladder::describe(compare({1}, {1}), {1}).empty());
}

TEST_CASE("pieces join to the comparison of the whole") {
    const std::vector<float> got = {1, 2, 3, 9};
    const std::vector<float> expected = {1, 2, 3, 4};
    const auto joined = ladder::compare(got.data(), expected.data(), 2) +
                        ladder::compare(got.data() + 2, expected.data() + 2, 2, 0, 2);
    CHECK(joined.elements == 4);
    CHECK(joined.wrong == 1);
    CHECK(joined.first_wrong == 3);
    CHECK(joined.expected == "4");
}

TEST_CASE("integers are equal or wrong: 64 bits are not compared as floating point") {
    const std::vector<std::int64_t> expected = {std::int64_t{1} << 60, -5};
    std::vector<std::int64_t> got = expected;
    CHECK(ladder::compare(got.data(), expected.data(), 2).ok());
    got[0] += 1;  // equal if compared as doubles
    CHECK(ladder::compare(got.data(), expected.data(), 2).wrong == 1);
}

TEST_CASE("doubles are compared, and printed, in their own precision") {
    const std::vector<double> expected = {0.1};
    const std::vector<double> got = {0.1 + 1e-16 * 2};
    const ladder::Comparison comparison = ladder::compare(got.data(), expected.data(), 1);
    CHECK(comparison.wrong == 1);
    CHECK(comparison.got != comparison.expected);
}

TEST_CASE("the poison of an integer is wrong whatever was expected, and named where nothing else is wrong") {
    for (const int expected : {0, 1, 127, 128, 254, 255}) {
        const auto right = static_cast<std::uint8_t>(expected);
        const std::uint8_t poisoned = ladder::poison(right);
        const ladder::Comparison comparison = ladder::compare(&poisoned, &right, 1);
        CHECK(comparison.wrong == 1);
        CHECK(comparison.got.find("as if never written") != std::string::npos);
    }
    const std::vector<std::int32_t> expected = {1, 2};
    const std::vector<std::int32_t> got = {~1, 3};
    const ladder::Comparison comparison = ladder::compare(got.data(), expected.data(), 2);
    CHECK(comparison.wrong == 2);
    CHECK(comparison.poisoned == 1);
    CHECK(comparison.got == "-2");
}

namespace {

struct Rounded {
    ladder::Comparison comparison;
    ladder::Errors errors;
};

Rounded compare_rounded(const std::vector<float>& got, const std::vector<double>& exact,
                        const std::vector<double>& magnitude, double tolerance) {
    Rounded result;
    result.comparison = ladder::compare_rounded(got.data(), exact.data(), magnitude.data(), got.size(),
                                                tolerance, result.errors);
    return result;
}

}  // namespace

TEST_CASE("a rounded result may be off by the tolerance times what was added up, not more") {
    const Rounded right = compare_rounded({1.5f, -8, 0}, {1, -8, 0}, {10, 8, 0}, 0.05);
    CHECK(right.comparison.ok());
    CHECK(right.errors.largest == 0.05);
    CHECK(right.errors.rms == doctest::Approx(0.05 / std::sqrt(3.0)));
    const Rounded wrong = compare_rounded({1.5f, -8, 1e-30f}, {1, -8, 0}, {10, 8, 0}, 0.04);
    CHECK(wrong.comparison.wrong == 2);
    CHECK(wrong.comparison.first_wrong == 0);
    CHECK(wrong.comparison.expected == "1");
    CHECK(std::isinf(wrong.errors.largest));
}

TEST_CASE(
    "NaN and infinity are right where they are exact, and no error; elsewhere wrong, whatever the "
    "tolerance") {
    constexpr double kHuge = 1e300;
    const Rounded right = compare_rounded({kNan, kInfinity, 2}, {kNan, kInfinity, 2}, {1, 1, 1}, 0);
    CHECK(right.comparison.ok());
    CHECK(right.errors.largest == 0);
    for (const auto& [got, exact] : std::vector<std::pair<float, double>>{{kNan, 1},
                                                                          {1, kNan},
                                                                          {kInfinity, 1},
                                                                          {kInfinity, -kInfinity},
                                                                          {1, kInfinity},
                                                                          {kNan, kInfinity}}) {
        const Rounded wrong = compare_rounded({0, got}, {0, exact}, {1, 1}, kHuge);
        CHECK(wrong.comparison.wrong == 1);
        CHECK(wrong.comparison.first_wrong == 1);
        CHECK(std::isnan(wrong.errors.largest));
    }
}
