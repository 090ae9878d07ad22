// Random inputs: in range, spread out, repeatable, and different for each seed.
#include "common/ladder/random_input.hpp"

#include <doctest/doctest.h>
#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

namespace {

std::vector<float> values(std::size_t count, std::uint64_t seed, float lowest = -1, float highest = 1) {
    std::vector<float> result(count);
    ladder::fill_random(result.data(), count, seed, lowest, highest);
    return result;
}

}  // namespace

TEST_CASE("random values stay in their range and reach both ends of it") {
    const std::vector<float> random = values(100000, 1, 2, 4);
    const auto [least, most] = std::minmax_element(random.begin(), random.end());
    CHECK(*least >= 2);
    CHECK(*least < 2.01f);
    CHECK(*most <= 4);
    CHECK(*most > 3.99f);
}

TEST_CASE("neighbours differ, so that a wrong index shows") {
    const std::vector<float> random = values(10000, 1);
    const std::set<float> different(random.begin(), random.end());
    CHECK(different.size() > 9980);
}

TEST_CASE("a seed gives the same values for any number of threads, another seed gives others") {
    const std::vector<float> many = values(5000, 42);
    const int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    const std::vector<float> one = values(5000, 42);
    omp_set_num_threads(threads);
    CHECK(many == one);
    const std::vector<float> other = values(5000, 43);
    std::size_t equal = 0;
    for (std::size_t i = 0; i < other.size(); ++i) equal += other[i] == one[i] ? 1 : 0;
    CHECK(equal < 5);
}

TEST_CASE("random integers reach both ends of their range, and nothing beyond") {
    std::vector<std::uint8_t> bytes(100000);
    ladder::fill_random(bytes.data(), bytes.size(), 1, 0, 255);
    CHECK(std::set<std::uint8_t>(bytes.begin(), bytes.end()).size() == 256);
    std::vector<std::int32_t> dice(1000);
    ladder::fill_random(dice.data(), dice.size(), 1, -3, 2);
    CHECK(std::set<std::int32_t>(dice.begin(), dice.end()) == std::set<std::int32_t>{-3, -2, -1, 0, 1, 2});
    std::vector<std::int64_t> any(1000);
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    ladder::fill_random(any.data(), any.size(), 1, kLeast, std::numeric_limits<std::int64_t>::max());
    CHECK(std::set<std::int64_t>(any.begin(), any.end()).size() == 1000);
    CHECK(*std::min_element(any.begin(), any.end()) < kLeast / 2);
}

TEST_CASE("random doubles use more bits than a float has") {
    std::vector<double> random(1000);
    ladder::fill_random(random.data(), random.size(), 1, 0, 1);
    std::size_t floats = 0;
    for (const double value : random) floats += value == static_cast<float>(value) ? 1 : 0;
    CHECK(floats < 10);
    CHECK(*std::max_element(random.begin(), random.end()) < 1);
}
