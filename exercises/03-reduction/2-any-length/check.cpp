// Exercise 03.2: a sum of any length, in as few launches as the sections require.
#include <doctest/doctest.h>

#include <numeric>

#include "exercises/03-reduction/trial.hpp"

void reduce(int* out, const int* in, std::size_t n, int* scratch);

namespace {

// `passes`: the number of launches it takes.
bool right(std::size_t n, std::uint64_t passes) {
    if (!grading::device_usable()) return false;
    const std::vector<int> in = trial::whole_numbers<int>(n);
    const std::vector<int> expected{std::accumulate(in.begin(), in.end(), 0)};
    const gpu::Buffer<int> device(in);
    gpu::Buffer<int> scratch(2 * ((n + 511) / 512));
    simt::annotate(device.data(), n, "in");
    simt::annotate(scratch.data(), scratch.size(), "scratch");
    const grading::Run run = trial::run(trial::counted(n, "element"), expected, {},
                                        [&](int* out) { reduce(out, device.data(), n, scratch.data()); });
    if (!run.ok) return false;
    if (!gpu::emulator::present()) return true;
    const double results = 1.1 * static_cast<double>(n) / 512 + 2;
    trial::expect_results_only(run, trial::sectors(n, sizeof(int)), results,
                               "each launch leaves a result for each 512 elements.");
    const std::uint64_t launches = run.last_launch + 1 - run.first_launch;
    if (launches > passes) {
        grading::fail(run.subject + ": " + std::to_string(launches) + " launches, where " +
                      std::to_string(passes) +
                      " are enough: a launch leaves a result for each 512 elements.");
    }
    return launches <= passes;
}

}  // namespace

TEST_CASE("one section") { static_cast<void>(right(512, 1) && right(1, 1) && right(31, 1) && right(511, 1)); }

TEST_CASE("many sections") {
    grading::Draw draw("sizes");
    for (const std::size_t n : {std::size_t{1024}, std::size_t{513}, std::size_t{5003}, std::size_t{262144},
                                512 + draw.size(20000, 512), 512 + draw.size(20000, 512)})
        if (!right(n, 2)) return;
}

TEST_CASE("sections of sections") {
    static_cast<void>(right(262145, 3) && right(1'000'003, 3) &&
                      right(262144 + grading::Draw("sections of sections").size(100'000, 512), 3));
}
