// Exercise 05.1: lanes along the rows, and why.
#include <doctest/doctest.h>

#include "exercises/05-shortcuts/1-swap-two-indices/predictions.hpp"
#include "exercises/05-shortcuts/trial.hpp"

void shortcuts(float* r, const float* d, std::size_t n);

namespace {

constexpr std::size_t kVertices = 64;

grading::Run run(std::size_t n) {
    if (!grading::device_usable()) return {};
    const std::vector<float> d = trial::lengths(n);
    const gpu::Buffer<float> device_d(d);
    testing::Rules rules;
    rules.columns = n;
    return trial::run(trial::vertices(n), trial::shortcuts_of(d, n), rules,
                      [&](float* r) { shortcuts(r, device_d.data(), n); });
}

}  // namespace

TEST_CASE("every element is right") {
    for (const std::size_t n : {16, 48, 1, 15, 17, 31, 33, 53}) {
        if (!run(n).ok) return;
    }
}

TEST_CASE("lanes beside each other read and write neighbours") {
    if (!grading::counted_here()) return;
    const grading::Run r = run(kVertices);
    const double warps = trial::relaxations(kVertices) / trial::kWarp;
    grading::at_most(r, "global_load_sectors", warps * 4,
                     "two rows of 16 lanes: 2 sectors for either factor.");
    grading::at_most(r, "global_store_sectors", trial::sectors_of(kVertices), "every sector of r once.");
}

TEST_CASE("it is still the simple kernel: a thread for each element, two loads a relaxation") {
    if (!grading::counted_here()) return;
    const grading::Run r = run(kVertices);
    const double requests = trial::relaxations(kVertices) / trial::kWarp * 2;
    const char* const why = "each relaxation of a warp takes two.";
    grading::at_most(r, "global_load_requests", requests, why);
    grading::at_least(r, "global_load_requests", requests, why);
    const grading::Run::Block grid{kVertices / 16, kVertices / 16}, block{16, 16};
    grading::expect_shape(r, grid, block, "blocks of 16 x 16 threads, one for each element.");
}

TEST_CASE("what the swap does is predicted") {
    grading::expect_predicted("d[i][k] before", predicted::first_before, 16);
    grading::expect_predicted("d[k][j] before", predicted::second_before, 1);
    grading::expect_predicted("the store before", predicted::store_before, 16);
    grading::expect_predicted("d[i][k] after", predicted::first_after, 2);
    grading::expect_predicted("d[k][j] after", predicted::second_after, 2);
    grading::expect_predicted("the store after", predicted::store_after, 4);
}
