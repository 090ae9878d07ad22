// Exercise 05.1: lanes along the rows, and why.
#include <doctest/doctest.h>

#include "exercises/05-shortcuts/1-swap-two-indices/predictions.hpp"
#include "exercises/05-shortcuts/trial.hpp"

void shortcuts(float* r, const float* d, std::size_t n);

namespace {

// Of a counted run; the other one is drawn.
constexpr std::size_t kVertices = 64;
std::size_t drawn() { return 16 * grading::Draw("counted").number(1, 6); }

grading::Run run(std::size_t n) {
    if (!grading::device_usable()) return {};
    const std::vector<float> d = trial::lengths(n);
    const gpu::Buffer<float> device_d(d);
    simt::annotate(device_d.data(), n, n, "d");
    testing::Rules rules;
    rules.columns = n;
    return trial::run(
        trial::vertices(n), trial::shortcuts_of(d, n), rules,
        [&](float* r) { shortcuts(r, device_d.data(), n); }, "r");
}

}  // namespace

// First, because the failures of the other tests name some of these numbers.
TEST_CASE("what the swap does is predicted") {
    grading::expect_predicted("d[i][k] before", predicted::first_before, 16);
    grading::expect_predicted("d[k][j] before", predicted::second_before, 1);
    grading::expect_predicted("the store before", predicted::store_before, 16);
    grading::expect_predicted("d[i][k] after", predicted::first_after, 2);
    grading::expect_predicted("d[k][j] after", predicted::second_after, 2);
    grading::expect_predicted("the store after", predicted::store_after, 4);
}

TEST_CASE("every element is right") {
    for (const std::size_t n : {16, 48, 1, 15, 17, 31, 33, 53}) {
        if (!run(n).ok) return;
    }
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k)
        if (!run(draw.size(80, 16)).ok) return;
}

TEST_CASE("lanes beside each other read and write neighbours") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kVertices, drawn()}, [](std::size_t n) {
        const grading::Run r = run(n);
        const double warps = trial::relaxations(n) / trial::kWarp;
        grading::at_most(r, "global_load_sectors", warps * 4,
                         "two rows of 16 lanes: 2 sectors for either factor.");
        grading::at_most(r, "global_store_sectors", trial::sectors_of(n), "every sector of r once.");
        trial::expect_all_sectors(r, trial::sectors_of(n), trial::sectors_of(n));
    });
}

TEST_CASE("it is still the simple kernel: a thread for each element, two loads a relaxation") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kVertices, drawn()}, [](std::size_t n) {
        const grading::Run r = run(n);
        const double requests = trial::relaxations(n) / trial::kWarp * 2;
        const char* const why = "each relaxation of a warp takes two.";
        grading::at_most(r, "global_load_requests", requests, why);
        grading::at_least(r, "global_load_requests", requests, why);
        const unsigned blocks = static_cast<unsigned>(n / 16);
        grading::expect_shape(r, {blocks, blocks}, {16, 16},
                              "blocks of 16 x 16 threads, one for each element.");
    });
}
