// Random inputs: in range, spread out, repeatable, and different for each seed.
#include "common/ladder/random_input.hpp"

#include <doctest/doctest.h>
#include <omp.h>

#include <algorithm>
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
