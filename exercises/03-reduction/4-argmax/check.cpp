// Exercise 03.4: the index of the largest element, the first one if there are several.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "exercises/03-reduction/trial.hpp"

void argmax(unsigned* index, const float* in, unsigned n);

namespace {

grading::Run run(const std::string& subject, const std::vector<float>& in) {
    const auto largest = std::max_element(in.begin(), in.end());  // the first of several
    const std::vector<unsigned> expected{static_cast<unsigned>(largest - in.begin())};
    if (!grading::device_usable()) return {};
    const gpu::Buffer<float> device(in);
    simt::annotate(device.data(), in.size(), "in");
    return trial::run(
        subject, expected, {},
        [&](unsigned* index) { argmax(index, device.data(), static_cast<unsigned>(in.size())); }, "index");
}

bool right(const std::string& subject, const std::vector<float>& in) { return run(subject, in).ok; }

// Elements that are all different and negative.
std::vector<float> negative(std::size_t n) {
    std::vector<float> in(n);
    const std::size_t from = grading::data_seed(0) % 10007;
    for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<float>((i + from) * 7919 % 10007) - 20000;
    return in;
}

}  // namespace

TEST_CASE("the largest of different values") {
    for (const std::size_t n : {1000, 1, 2, 31, 33, 255, 256, 257, 5003}) {
        if (!right(trial::counted(n, "element"), negative(n))) return;
    }
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k) {
        const std::size_t n = draw.size(6000, 256);
        if (!right(trial::counted(n, "element"), negative(n))) return;
    }
}

TEST_CASE("the first of several that are equal") {
    // Pairs of positions that meet in every round of a tree, in a thread's own loop, and across both.
    std::vector<std::pair<std::size_t, std::size_t>> places = {{0, 1},     {0, 128},  {31, 32},   {5, 261},
                                                               {300, 511}, {64, 400}, {255, 256}, {129, 257},
                                                               {200, 258}, {998, 999}};
    grading::Draw draw("places");
    for (int k = 0; k < 4; ++k) {
        const std::size_t first = draw.number(0, 998);
        places.emplace_back(first, draw.number(first + 1, 999));
    }
    for (const auto& [first, second] : places) {
        std::vector<float> in(1000, -1.0f);
        in[first] = in[second] = 3;
        if (!right("3 at " + std::to_string(first) + " and at " + std::to_string(second) + ", else -1", in))
            return;
    }
    static_cast<void>(right("1000 equal elements", std::vector<float>(1000, 2.0f)) &&
                      right("minus infinity everywhere", std::vector<float>(700, -INFINITY)));
}

TEST_CASE("all threads share the work") {
    if (!grading::counted_here()) return;
    grading::for_sizes({std::size_t{5003}, grading::Draw("counted").number(2000, 5002)}, [](std::size_t n) {
        const grading::Run counted = run(trial::counted(n, "element"), negative(n));
        const double sectors = trial::sectors(n, sizeof(float));
        grading::at_most(
            counted, "global_load_sectors", 2 * sectors,
            "neighbouring threads have neighbouring elements, and a new largest one may be loaded again.");
        grading::at_most(counted, "longest_warp", 200 + 0.14 * static_cast<double>(n),
                         "each of the block's 8 warps has an eighth of the elements, about " +
                             std::to_string((n + 128) / 256) + " for each thread.");
        trial::expect_results_only(counted, sectors, 64, "there is one index.");
    });
}
