// Exercise NN.N: an array scaled in place, each sector moved once.
#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/grading/grading.hpp"
#include "common/grading/seed.hpp"
#include "common/testing/compare.hpp"

void scale(float* data, std::size_t n, float factor);

namespace {

constexpr float kFactor = 3;

// Calls the learner's function on random elements, and compares all of them.
grading::Run run(std::size_t n) {
    if (!grading::device_usable()) return {};
    std::vector<float> before(n), expected(n);
    grading::fill_random(before.data(), n, n, -1.f, 1.f);
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
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k)
        if (!run(draw.size(5000)).ok) return;
}

TEST_CASE("every sector is loaded once and stored once") {
    if (!grading::counted_here()) return;
    // One size is drawn, so that no answer can be made for the other.
    grading::for_sizes({std::size_t{8192}, 64 * grading::Draw("counted").number(20, 200)}, [](std::size_t n) {
        const double sectors = static_cast<double>(n * sizeof(float)) / 32;
        const grading::Run counted = run(n);
        const char* const why = "every sector once, all its 32 bytes used.";
        for (const char* const key : {"global_load_sectors", "global_store_sectors"}) {
            grading::at_most(counted, key, sectors, why);
            grading::at_least(counted, key, sectors, "the kernel moves every element.");
        }
        grading::at_most(counted, "global_atomic_sectors", 0, "no two threads write the same element.");
    });
}
