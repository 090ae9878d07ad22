// Which elements count as wrong when arrays are compared, and the text of the message.
#include "common/testing/compare.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <limits>
#include <vector>

using testing::compare;
using testing::Rules;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

using Floats = std::vector<float>;

}  // namespace

TEST_CASE("equal arrays are right, and so are empty ones") {
    CHECK(compare(Floats{1, 2}, Floats{1, 2}));
    CHECK(compare(Floats{}, Floats{}));
}

TEST_CASE("wrong elements are counted and the first is named with both values") {
    const auto result = compare(Floats{1, 7, 3, 9}, Floats{1, 2, 3, 4});
    CHECK_FALSE(result);
    CHECK(result.wrong == 2);
    CHECK(result.first == 1);
    CHECK(result.message == "2 of 4 elements are wrong. The first is [1]: got 7, expected 2.");
}

TEST_CASE("NaN is wrong even where the reference has NaN") {
    CHECK(compare(Floats{kNan}, Floats{1}).wrong == 1);
    CHECK(compare(Floats{1}, Floats{kNan}).wrong == 1);
    CHECK(compare(Floats{kNan}, Floats{kNan}).wrong == 1);
    Rules rules;
    rules.relative = 1e9;
    CHECK(compare(Floats{kNan}, Floats{1}, rules).wrong == 1);
}

TEST_CASE("infinities equal themselves and nothing else, whatever the tolerance") {
    Rules rules;
    rules.absolute = 1e30;
    rules.relative = 1;
    CHECK(compare(Floats{kInfinity, -kInfinity}, Floats{kInfinity, -kInfinity}, rules));
    CHECK(compare(Floats{kInfinity}, Floats{-kInfinity}, rules).wrong == 1);
    CHECK(compare(Floats{1}, Floats{kInfinity}, rules).wrong == 1);
    CHECK(compare(Floats{kInfinity}, Floats{1}, rules).wrong == 1);
}

TEST_CASE("without a tolerance neighbouring floats differ, and the message shows it") {
    const float next = std::nextafter(1.0f, 2.0f);
    const auto result = compare(Floats{next}, Floats{1});
    CHECK(result.wrong == 1);
    CHECK(result.message == "the result is wrong: got 1.00000012, expected 1.");
}

TEST_CASE("tolerances are absolute plus relative to the reference") {
    Rules rules;
    rules.relative = 0.01;
    CHECK(compare(Floats{101}, Floats{100}, rules));
    CHECK_FALSE(compare(Floats{101.1f}, Floats{100}, rules));
    rules.absolute = 1;
    CHECK(compare(Floats{101.9f}, Floats{100}, rules));
    CHECK(compare(Floats{0.9f}, Floats{0}, rules));
}

TEST_CASE("float results are compared with a double reference in double") {
    // 1 + 2^-30 is not a float: rounded to one, it would seem equal.
    const std::vector<double> reference{1.0 + 1.0 / (1 << 30)};
    CHECK(compare(Floats{1}, reference).wrong == 1);
    Rules rules;
    rules.relative = 1e-9;
    CHECK(compare(Floats{1}, reference, rules));
}

TEST_CASE("integers are compared exactly, beyond what a double can hold") {
    const std::vector<long long> expected{(1LL << 60) + 1};
    CHECK(compare(std::vector<long long>{(1LL << 60) + 1}, expected));
    CHECK(compare(std::vector<long long>{1LL << 60}, expected).wrong == 1);
    CHECK(compare(std::vector<unsigned char>{200}, std::vector<unsigned char>{199}).message ==
          "the result is wrong: got 200, expected 199.");
}

TEST_CASE("with columns an element is named by row and column") {
    Rules rules;
    rules.columns = 3;
    CHECK(compare(Floats{0, 1, 2, 3, 4, 0}, Floats{0, 1, 2, 3, 4, 5}, rules).message ==
          "1 of 6 elements is wrong, [1][2]: got 0, expected 5.");
}

TEST_CASE("the thread that should have written the element is named") {
    Rules rules;
    rules.columns = 4;
    rules.writer = [](std::size_t i) {
        return testing::Writer{static_cast<unsigned>(i / 4), 0, static_cast<unsigned>(i % 4), 0};
    };
    CHECK(compare(Floats{0, 1, 2, 3, 4, 5, 0, 7}, Floats{0, 1, 2, 3, 4, 5, 6, 7}, rules).message ==
          "1 of 8 elements is wrong, [1][2]: got 0, expected 6. "
          "Thread (2, 0) of block (1, 0) should have written it.");
}

TEST_CASE("an element that still holds the poison was never written, and the message says so") {
    Floats got(3);
    std::memset(got.data(), testing::kPoisonByte, sizeof(float) * got.size());
    got[0] = 5;
    Rules rules;
    rules.poisoned = true;
    const auto result = compare(got, Floats{1, 2, 3}, rules);
    CHECK(result.wrong == 3);
    CHECK(result.never_written == 2);
    CHECK(result.message ==
          "3 of 3 elements are wrong (2 never written). The first is [0]: got 5, expected 1.");
    got[0] = 1;
    CHECK(compare(got, Floats{1, 2, 3}, rules).message.find("poison") != std::string::npos);
}

TEST_CASE("a wrong integer that equals the poison by chance is not called never written") {
    Rules rules;
    rules.poisoned = true;
    const std::vector<int> expected{1, 2, 3, 4, 5};
    const auto chance = compare(std::vector<int>{-1, 7, 7, 7, 7}, expected, rules);
    CHECK(chance.never_written == 0);
    CHECK(chance.message == "5 of 5 elements are wrong. The first is [0]: got -1, expected 1.");
    CHECK(compare(std::vector<int>{-1, -1, 7, 7, 7}, expected, rules).never_written == 2);
}

TEST_CASE("poisoned outputs are wrong for every type that kernels write") {
    std::vector<double> doubles(1);
    std::memset(doubles.data(), testing::kPoisonByte, sizeof(double));
    CHECK(compare(doubles, std::vector<double>{0}).wrong == 1);
    std::vector<int> integers(1);
    std::memset(integers.data(), testing::kPoisonByte, sizeof(int));
    CHECK(compare(integers, std::vector<int>{0}).wrong == 1);
}

TEST_CASE("arrays of different sizes are wrong") {
    CHECK_FALSE(compare(Floats{1}, Floats{1, 2}));
    CHECK_FALSE(compare(Floats{1}, Floats{}));
    CHECK(compare(Floats{1}, Floats{1, 2}).message == "The result has 1 elements, expected 2.");
}
