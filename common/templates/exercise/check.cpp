// Exercise NN.N: an array scaled in place, each sector moved once.
#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/grading/grading.hpp"
#include "common/ladder/random_input.hpp"
#include "common/testing/compare.hpp"

void scale(float* data, std::size_t n, float factor);

namespace {

constexpr float kFactor = 3;

// Calls the learner's function on random elements, and compares all of them.
grading::Run run(std::size_t n) {
    if (!grading::device_usable()) return {};
    std::vector<float> before(n), expected(n);
    ladder::fill_random(before.data(), n, n, -1, 1);
    for (std::size_t i = 0; i < n; ++i) expected[i] = kFactor * before[i];
    gpu::Buffer<float> data(before);
    grading::Run run = grading::run(std::to_string(n) + " elements", [&] { scale(data.data(), n, kFactor); });
    run.ok = grading::expect_no_copies(run) &&
             grading::expect_one_launch(run, "one is enough, with threads for all.");
    run.ok = grading::expect_right(run, testing::compare(data.to_host(), expected));
    return run;
}

}  // namespace

TEST_CASE("every element is scaled") {
    for (const std::size_t n : {256, 2, 31, 33, 1003, 100'000})
        if (!run(n).ok) return;
}

TEST_CASE("every sector is loaded once and stored once") {
    if (!grading::counted_here()) return;
    constexpr std::size_t kElements = 8192;
    constexpr double kSectors = kElements * sizeof(float) / 32;
    const grading::Run counted = run(kElements);
    const char* const why = "every sector once, all its 32 bytes used.";
    grading::at_most(counted, "global_load_sectors", kSectors, why);
    grading::at_most(counted, "global_store_sectors", kSectors, why);
}
