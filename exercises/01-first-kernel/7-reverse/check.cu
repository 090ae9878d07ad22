// Exercise 01.7: an array turned round where it is, each element loaded once and stored once.
#include <doctest/doctest.h>

#include <algorithm>

#include "exercises/01-first-kernel/trial.hpp"

void reverse(float* data, std::size_t n);

namespace {

grading::Run run(std::size_t n) {
    const std::vector<float> before = trial::random_elements<float>(n, n);
    std::vector<float> expected(before);
    std::reverse(expected.begin(), expected.end());
    return trial::run_in_place(std::to_string(n) + " elements", before, expected, {},
                               [&](float* data) { reverse(data, n); });
}

}  // namespace

TEST_CASE("every element is where it belongs") {
    for (const std::size_t n : {256, 2, 3, 31, 33, 64, 255, 1003, 100'000}) {
        if (!run(n).ok) return;
    }
}

TEST_CASE("every element is loaded once and stored once") {
    if (!grading::counted_here()) return;
    constexpr std::size_t kElements = 8192;
    const double sectors = trial::sectors(kElements, sizeof(float));
    trial::expect_sectors(run(kElements), sectors, sectors);
}
