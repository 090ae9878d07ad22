// The specification against results by hand, and every other version against the specification.
#include "common/baseline/shortcuts/shortcuts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "common/baseline/shortcuts/by_isa.hpp"

namespace {

constexpr float kNoEdge = std::numeric_limits<float>::infinity();

const std::vector<std::pair<std::string, baseline::shortcuts::Function>> kVersions = {
    {"serial", baseline::shortcuts::serial},
    {"openmp", baseline::shortcuts::openmp},
    {"linear_reading", baseline::shortcuts::linear_reading},
    {"instruction_parallelism", baseline::shortcuts::instruction_parallelism},
    {"vectors", baseline::shortcuts::vectors},
    {"register_reuse", baseline::shortcuts::register_reuse},
    {"more_reuse", baseline::shortcuts::more_reuse},
    {"prefetch", baseline::shortcuts::prefetch},
    {"cache_blocked", baseline::shortcuts::cache_blocked},
    {"tiles", baseline::shortcuts::tiles},
};

// Edges: a third are missing, some have length 0, some are negative.
std::vector<float> edges(std::size_t n) {
    std::mt19937 random(static_cast<unsigned>(n) + 1);
    std::uniform_real_distribution<float> length(-2, 100);
    std::vector<float> d(n * n);
    for (float& edge : d) {
        edge = random() % 3 == 0 ? kNoEdge : length(random);
        if (random() % 16 == 0) edge = 0;
    }
    return d;
}

}  // namespace

TEST_CASE("of three vertices, an edge of two legs is shorter than the direct one") {
    // From 0 to 1: 8 directly, 2 + 1 over vertex 2.
    const std::vector<float> d = {0, 8, 2, 1, 0, 9, 4, 1, 0};
    const std::vector<float> expected = {0, 3, 2, 1, 0, 3, 2, 1, 0};
    for (const auto& [name, shortcuts] : kVersions) {
        CAPTURE(name);
        std::vector<float> r(d.size(), -1);
        shortcuts(r.data(), d.data(), 3);
        CHECK(r == expected);
    }
}

TEST_CASE("of whole lengths the integers' paths are those of floats") {
    constexpr std::int32_t kNone = 1 << 20;
    for (const std::size_t n : {0, 1, 5, 40}) {
        CAPTURE(n);
        std::mt19937 random(static_cast<unsigned>(n));
        std::vector<std::int32_t> d(n * n), r(n * n);
        for (std::int32_t& edge : d)
            edge = random() % 3 == 0 ? kNone : static_cast<std::int32_t>(random() % 100);
        std::vector<float> float_d(d.begin(), d.end()), float_r(n * n);
        std::replace(float_d.begin(), float_d.end(), static_cast<float>(kNone), kNoEdge);
        baseline::shortcuts::serial(float_r.data(), float_d.data(), n);
        std::replace(float_r.begin(), float_r.end(), kNoEdge, static_cast<float>(kNone));
        baseline::shortcuts::integers(r.data(), d.data(), n, kNone);
        CHECK(std::vector<float>(r.begin(), r.end()) == float_r);
    }
}

TEST_CASE("where no vertex is reachable from one and leads to the other, there is no edge") {
    const std::vector<float> d = {kNoEdge, 1, kNoEdge, kNoEdge};
    for (const auto& [name, shortcuts] : kVersions) {
        CAPTURE(name);
        std::vector<float> r(d.size(), -1);
        shortcuts(r.data(), d.data(), 2);
        CHECK(r == std::vector<float>(4, kNoEdge));
    }
}

TEST_CASE("all versions equal the specification at every size, with infinities, zeros and negative lengths") {
    for (const std::size_t n :
         {0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 49, 50, 51, 52, 53, 64, 97, 100, 128, 131}) {
        const std::vector<float> d = edges(n);
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

TEST_CASE("every instruction set that this CPU has computes the same, in every rung") {
    using baseline::shortcuts::Isa;
    for (const Isa* isa : baseline::shortcuts::runnable_isas()) {
        for (const std::size_t n : {0, 1, 2, 5, 6, 7, 12, 13, 31, 33, 63, 64, 65, 100, 131, 530}) {
            const std::vector<float> d = edges(n);
            std::vector<float> expected(n * n);
            baseline::shortcuts::openmp(expected.data(), d.data(), n);
            CAPTURE(std::string(isa->name));
            CAPTURE(n);
            for (const auto step : {&Isa::vectors, &Isa::register_reuse, &Isa::more_reuse, &Isa::prefetch}) {
                std::vector<float> r(n * n + 1, std::numeric_limits<float>::quiet_NaN());
                baseline::shortcuts::with_step(*isa, step, r.data(), d.data(), n);
                CHECK(std::isnan(r.back()));
                r.pop_back();
                CHECK(r == expected);
            }
            std::vector<float> r(n * n + 1, std::numeric_limits<float>::quiet_NaN());
            baseline::shortcuts::cache_blocked(*isa, r.data(), d.data(), n);
            CHECK(std::isnan(r.back()));
            r.pop_back();
            CHECK(r == expected);
        }
    }
}

TEST_CASE("a length that is no number is no edge, and an infinitely negative one is the shortest") {
    for (const std::size_t n : {50, 52, 100, 131}) {
        std::vector<float> d = edges(n);
        d[3 * n + n - 1] = d[(n - 1) * n + n - 2] = d[7] = std::numeric_limits<float>::quiet_NaN();
        d[5 * n + 6] = d[(n - 2) * n + n - 1] = -kNoEdge;
        std::vector<float> expected(n * n), r(n * n);
        baseline::shortcuts::serial(expected.data(), d.data(), n);
        for (const baseline::shortcuts::Isa* isa : baseline::shortcuts::runnable_isas()) {
            CAPTURE(std::string(isa->name));
            CAPTURE(n);
            baseline::shortcuts::cache_blocked(*isa, r.data(), d.data(), n);
            CHECK(r == expected);
        }
    }
}

TEST_CASE("the peak loop counts what it does, and does no less than n vertices need") {
    for (const baseline::shortcuts::Isa* isa : baseline::shortcuts::runnable_isas()) {
        CHECK(isa->peak(7) == 7.0 * 10 * isa->lanes);
        for (const std::size_t n : {0, 100, 2100, 6300}) {
            const double share = isa->peak(1) * baseline::shortcuts::kRoundsOfAShare;
            const double relaxations = baseline::shortcuts::peak_shares(*isa, n) * share;
            const double wanted = std::max(0x1p32, 1.0 * n * n * n);
            CHECK(relaxations >= wanted);
            CHECK(relaxations < wanted + share);
        }
    }
    CHECK(baseline::shortcuts::peak_relaxations(33) >= 33.0 * 33 * 33);
}
