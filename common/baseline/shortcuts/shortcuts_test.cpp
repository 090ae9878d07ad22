// The specification by hand, and every other version against it.
#include "common/baseline/shortcuts/shortcuts.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr float kNoRoad = std::numeric_limits<float>::infinity();

const std::vector<std::pair<std::string, baseline::shortcuts::Function>> kVersions = {
    {"serial", baseline::shortcuts::serial},
    {"openmp", baseline::shortcuts::openmp},
    {"linear_reading", baseline::shortcuts::linear_reading},
    {"tiles", baseline::shortcuts::tiles},
};

// A third of the roads missing, some of length 0, some negative.
std::vector<float> roads(std::size_t n) {
    std::mt19937 random(static_cast<unsigned>(n) + 1);
    std::uniform_real_distribution<float> length(-2, 100);
    std::vector<float> d(n * n);
    for (float& road : d) {
        road = random() % 3 == 0 ? kNoRoad : length(random);
        if (random() % 16 == 0) road = 0;
    }
    return d;
}

}  // namespace

TEST_CASE("of three places, a road of two legs is shorter than the direct one") {
    // From 0 to 1 are 8 directly, 2 + 1 over place 2.
    const std::vector<float> d = {0, 8, 2, 1, 0, 9, 4, 1, 0};
    const std::vector<float> expected = {0, 3, 2, 1, 0, 3, 2, 1, 0};
    for (const auto& [name, shortcuts] : kVersions) {
        CAPTURE(name);
        std::vector<float> r(d.size(), -1);
        shortcuts(r.data(), d.data(), 3);
        CHECK(r == expected);
    }
}

TEST_CASE("where no place is reachable from one and leads to the other, there is no road") {
    const std::vector<float> d = {kNoRoad, 1, kNoRoad, kNoRoad};
    for (const auto& [name, shortcuts] : kVersions) {
        CAPTURE(name);
        std::vector<float> r(d.size(), -1);
        shortcuts(r.data(), d.data(), 2);
        CHECK(r == std::vector<float>(4, kNoRoad));
    }
}

TEST_CASE("all versions equal the specification at every size, with infinities, zeros and negative lengths") {
    for (const std::size_t n : {0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 64, 97, 128, 131}) {
        const std::vector<float> d = roads(n);
        std::vector<float> expected(n * n);
        baseline::shortcuts::serial(expected.data(), d.data(), n);
        for (const auto& [name, shortcuts] : kVersions) {
            CAPTURE(name);
            CAPTURE(n);
            std::vector<float> r(n * n, std::numeric_limits<float>::quiet_NaN());
            shortcuts(r.data(), d.data(), n);
            REQUIRE(r == expected);
        }
    }
}
