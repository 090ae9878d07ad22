// Exercise 03.3: the last warp's rounds without a race, and without more barriers for the block.
#include <doctest/doctest.h>

#include <numeric>

#include "exercises/03-reduction/trial.hpp"

void reduce(int* sum, const int* in);

namespace {

grading::Run run() {
    if (!grading::device_usable()) return {};
    grading::leave_out_advice_on_races();
    const std::vector<int> in = trial::whole_numbers<int>(512);
    const std::vector<int> expected{std::accumulate(in.begin(), in.end(), 0)};
    const gpu::Buffer<int> device(in);
    simt::annotate(device.data(), in.size(), "in");
    return trial::run(
        "512 elements", expected, {}, [&](int* sum) { reduce(sum, device.data()); }, "sum");
}

}  // namespace

TEST_CASE("the sum is right, and not by luck") { run(); }

TEST_CASE("the block waits no more often") {
    if (!grading::counted_here()) return;
    grading::at_most(run(), "barriers", 16 * 5,
                     "16 warps meet before each of four rounds, and once before the last warp goes on.");
}

TEST_CASE("the last 32 values are added in rounds, not one by one") {
    if (!grading::counted_here()) return;
    const grading::Run counted = run();
    trial::expect_results_only(counted, trial::sectors(512, sizeof(int)), 1, "there is one sum.");
    // Rounds of 8, 4, 2 and 1 warps, and five rounds of the last warp.
    grading::at_most(counted, "shared_load_requests", 2 * (8 + 4 + 2 + 1 + 5) + 1,
                     "two words for each warp that adds in a round, and the sum.");
    // Rounds in which fewer and fewer lanes add leave more than 95 % at work, a lane that adds alone 92 % at most.
    grading::at_least(counted, "active_lanes_pct", 94,
                      "in a round all lanes add, or those that have a partner. None adds while 31 rest.");
    grading::at_most(counted, "atomics", 0,
                     "31 lanes that add to one word atomically take 31 turns. Five rounds need none.");
}
