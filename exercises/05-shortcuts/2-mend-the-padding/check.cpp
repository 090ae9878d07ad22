// Exercise 05.2: a padded copy and its transpose, both coalesced.
#include <doctest/doctest.h>

#include "exercises/05-shortcuts/trial.hpp"

void pad(float* d_and_t, const float* d, std::size_t n, std::size_t nn);

namespace {

// Of a counted run; the other one is drawn. Whole sectors and whole warps, so that no row starts within a sector and misses a
// bound.
struct Counted {
    std::size_t vertices, padded;
};
constexpr Counted kCounted{96, 128};
Counted drawn() {
    const std::size_t n = 32 * grading::Draw("counted").number(1, 6);
    return {n, (n + 63) / 64 * 64};
}

grading::Run run(std::size_t n, std::size_t nn) {
    if (!grading::device_usable()) return {};
    const std::vector<float> d = trial::lengths(n);
    std::vector<float> copy(nn * nn, HUGE_VALF);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) copy[i * nn + j] = d[i * n + j];
    }
    std::vector<float> both = copy;
    const std::vector<float> t = trial::transposed(copy, nn);
    both.insert(both.end(), t.begin(), t.end());
    const gpu::Buffer<float> device_d(d);
    simt::annotate(device_d.data(), n, n, "d");
    testing::Rules rules;
    rules.columns = nn;
    return trial::run(
        trial::vertices(n) + " padded to " + std::to_string(nn), both, rules,
        [&](float* d_and_t) { pad(d_and_t, device_d.data(), n, nn); }, "d_and_t");
}

}  // namespace

TEST_CASE("every element is right, of the copy and below it of the transpose") {
    if (!run(64, 64).ok) return;
    for (const std::size_t n : {1, 31, 33, 63}) {
        if (!run(n, 64).ok) return;
    }
    if (!run(65, 128).ok) return;
    if (!run(129, 192).ok) return;
    grading::Draw draw("sizes");
    for (int k = 0; k < 3; ++k) {
        const std::size_t n = draw.size(190, 64);
        if (!run(n, (n + 63) / 64 * 64).ok) return;
    }
}

TEST_CASE("the loads and both stores are coalesced") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](const Counted& size) {
        const grading::Run r = run(size.vertices, size.padded);
        trial::expect_sectors(r, trial::sectors_of(size.vertices), 2 * trial::sectors_of(size.padded));
        grading::expect_one_launch(r, "the copy and its transpose come from one read of d.");
    });
}

TEST_CASE("a warp stores 32 elements at a time") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](const Counted& size) {
        const double elements = static_cast<double>(size.padded * size.padded);
        grading::at_most(run(size.vertices, size.padded), "global_store_requests",
                         2 * elements / trial::kWarp, "32 lanes store 32 elements, once in either half.");
    });
}

TEST_CASE("shared memory is used once each way, without bank conflicts") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](const Counted& size) {
        const grading::Run r = run(size.vertices, size.padded);
        const double wavefronts = static_cast<double>(size.padded * size.padded) / trial::kWarp;
        const double through = static_cast<double>(size.vertices * size.vertices) / trial::kWarp;
        const char* const tile =
            "all of d goes through a tile on its way into the transpose, at most 32 elements a wavefront.";
        const char* const once = "32 elements a wavefront, each element once.";
        const char* const conflicts = "32 lanes can use 32 banks.";
        grading::at_least(r, "shared_store_wavefronts", through, tile);
        grading::at_least(r, "shared_load_wavefronts", through, tile);
        grading::at_most(r, "shared_store_wavefronts", wavefronts, once);
        grading::at_most(r, "shared_load_wavefronts", wavefronts, once);
        grading::at_most(r, "shared_store_bank_conflicts", 0, conflicts);
        grading::at_most(r, "shared_load_bank_conflicts", 0, conflicts);
    });
}
