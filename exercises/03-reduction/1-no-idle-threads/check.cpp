// Exercise 03.1: the sums of sections, without threads that only load.
#include <doctest/doctest.h>

#include "exercises/03-reduction/trial.hpp"

void reduce_sections(int* results, const int* in, std::size_t sections);

namespace {

grading::Run run(std::size_t sections) {
    if (!grading::device_usable()) return {};
    constexpr std::size_t kSection = 1024;
    const std::vector<int> in = trial::whole_numbers<int>(sections * kSection);
    std::vector<int> expected(sections, 0);
    for (std::size_t i = 0; i < in.size(); ++i) expected[i / kSection] += in[i];
    const gpu::Buffer<int> device(in);
    simt::annotate(device.data(), sections, kSection, "in");
    return trial::run(
        std::to_string(sections) + (sections == 1 ? " section" : " sections"), expected, {},
        [&](int* results) { reduce_sections(results, device.data(), sections); }, "results");
}

}  // namespace

TEST_CASE("every section's sum is right") {
    for (const std::size_t sections : {1, 2, 33}) {
        if (!run(sections).ok) return;
    }
    grading::Draw draw("sections");
    for (int k = 0; k < 3; ++k)
        if (!run(draw.size(60)).ok) return;
}

TEST_CASE("every thread that waits has something to add") {
    if (!grading::counted_here()) return;
    grading::for_sizes({std::size_t{16}, grading::Draw("counted").number(3, 40)}, [](std::size_t sections) {
        const double barriers = static_cast<double>(sections) * 16 * 10;
        const grading::Run counted = run(sections);
        grading::at_most(
            counted, "barriers", barriers,
            "512 threads are 16 warps, which meet once before each of 9 rounds, and once more at most.");
        // Threads that return at once wait at no barrier.
        if (counted.ok && counted.counters.at("barriers") <= barriers && counted.block->x > 512) {
            grading::fail(
                counted.subject + ": blocks of " + std::to_string(counted.block->x) +
                " threads; 512 are enough: each adds in the first round, and no others are needed.");
            return;
        }
        const double sectors = trial::sectors(sections * 1024, sizeof(int));
        grading::at_most(counted, "global_load_sectors", sectors, "every sector once.");
        trial::expect_results_only(counted, sectors, static_cast<double>(sections),
                                   "each section has one result.");
    });
}
