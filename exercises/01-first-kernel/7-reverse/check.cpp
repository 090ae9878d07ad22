// Exercise 01.7: an array reversed in place, each element loaded once and stored once.
#include <doctest/doctest.h>

#include <algorithm>

#include "exercises/01-first-kernel/trial.hpp"

void reverse(float* data, std::size_t n);

namespace {

grading::Run run(std::size_t n) {
    const std::vector<float> before = trial::random_elements<float>(n, n);
    std::vector<float> expected(before);
    std::reverse(expected.begin(), expected.end());
    grading::Run run = trial::run_in_place(trial::counted(n, "element"), before, expected, {},
                                           [&](float* data) { reverse(data, n); });
    run.ok = grading::expect_one_launch(run, "one is enough, if it has threads for all pairs.");
    return run;
}

// A thread may take several pairs, but there must be threads for many warps.
void expect_threads(const grading::Run& run, std::size_t n) {
    if (!run.ok || !run.grid || !run.block) return;
    const std::size_t threads =
        std::size_t{run.grid->x} * run.grid->y * run.grid->z * run.block->x * run.block->y * run.block->z;
    constexpr std::size_t kPairs = 4;
    if (threads * kPairs * 2 < n)
        grading::fail(run.subject + ": " + trial::counted(threads, "thread") + " for " +
                      trial::counted(n / 2, "pair") +
                      ". A GPU is fast because it has many in flight: launch " +
                      "a thread for each pair, or for every " + std::to_string(kPairs) + " of them.");
}

// Of a counted run, so that no warp crosses the middle; the other one is drawn.
constexpr std::size_t kCounted = 8192;
std::size_t drawn() { return 64 * grading::Draw("counted").number(20, 200); }

}  // namespace

TEST_CASE("every element is where it belongs") {
    for (const std::size_t n : {256, 2, 3, 31, 33, 64, 255, 1003, 100'000}) {
        if (!run(n).ok) return;
    }
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k)
        if (!run(draw.size(5000)).ok) return;
}

TEST_CASE("many threads share the pairs") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](std::size_t n) {
        const grading::Run counted = run(n);
        expect_threads(counted, n);
        // 4 pairs in a loop of 30 instructions take about 120.
        grading::at_most(counted, "longest_warp", 300,
                         "the threads of all warps take pairs, each about as many.");
    });
}

TEST_CASE("every element is loaded once and stored once") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](std::size_t n) {
        const double sectors = trial::sectors(n, sizeof(float));
        trial::expect_sectors(run(n), sectors, sectors);
    });
}
