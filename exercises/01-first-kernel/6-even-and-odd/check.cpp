// Exercise 01.6: every element gets its own computation, and no lane waits for the other one.
#include <doctest/doctest.h>

#include "common/cuda/counters.hpp"
#include "common/grading/source_lines.hpp"
#include "common/ladder/counters.hpp"
#include "exercises/01-first-kernel/6-even-and-odd/one_kind.hpp"
#include "exercises/01-first-kernel/trial.hpp"

void transform(float* out, const float* in, std::size_t n);

namespace {

// Runs both computations for every element, of which each element needs one, in a launch of the harness, so that the
// arithmetic is the device's.
std::vector<float> expected_for(const std::vector<float>& in) {
    const gpu::Buffer<float> device_in(in);
    gpu::Buffer<float> even(in.size()), odd(in.size());
    one_kind(true, even.data(), device_in.data(), in.size());
    one_kind(false, odd.data(), device_in.data(), in.size());
    std::vector<float> expected = even.to_host();
    const std::vector<float> other = odd.to_host();
    for (std::size_t i = 1; i < in.size(); i += 2) expected[i] = other[i];
    return expected;
}

grading::Run run(std::size_t n) {
    if (!grading::device_usable()) return {};
    const std::vector<float> in = trial::random_elements<float>(n, n);
    const gpu::Buffer<float> device_in(in);
    simt::annotate(device_in.data(), n, "in");
    return trial::run(trial::counted(n, "element"), expected_for(in), {},
                      [&](float* out) { transform(out, device_in.data(), n); });
}

// The cost of n elements if each is given one computation: half of both launches of expected_for.
struct Needed {
    double warp_instructions;
    double in_work;  // thread instructions in the lines of work.cuh
};

// Thread instructions of these launches in the lines of work.cuh.
double in_work(std::uint64_t first, std::uint64_t last) {
    return grading::sum_of_lines("thread_instructions", "/6-even-and-odd/work.cuh", first, last);
}

Needed needed_for(std::size_t n) {
    const auto before = gpu::emulator::launches();
    expected_for(std::vector<float>(n));
    const auto counters = ladder::counters_since(before);
    return {counters.at("warp_instructions") / 2, in_work(before + 1, gpu::emulator::launches()) / 2};
}

// Each element is given one of the two computations of work.cuh, neither a copy of it nor both.
void expect_one_computation_each(const grading::Run& run, double needed) {
    if (!run.ok) return;
    constexpr double kLeast = 0.9, kMost = 1.3;  // the compiler may give a loop one jump more each trip
    const double done = in_work(run.first_launch, run.last_launch);
    const std::string share = trial::times(done / needed);
    if (done > kMost * needed)
        grading::fail(
            run.subject + ": work::even and work::odd make " + share +
            " the thread instructions of one computation for each element: it runs both and keeps one.");
    else if (done < kLeast * needed)
        grading::fail(run.subject + ": work::even and work::odd make " + share +
                      " the thread instructions of one computation for each element. Call both functions " +
                      "as they are in work.cuh: only which thread calls which may change.");
}

// Of a counted run, whole blocks; the other one is drawn.
constexpr std::size_t kCounted = 8192;
std::size_t drawn() { return 1024 * grading::Draw("counted").number(2, 10); }

}  // namespace

TEST_CASE("every element gets its own computation") {
    for (const std::size_t n : {4096, 64, 1, 2, 31, 33, 63, 65, 127, 1000, 1003}) {
        if (!run(n).ok) return;
    }
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k)
        if (!run(draw.size(5000, 64)).ok) return;
}

TEST_CASE("no lane waits for the other computation") {
    if (!grading::counted_here()) return;
    constexpr double kMore = 1.25;  // for indices
    grading::for_sizes({kCounted, drawn()}, [](std::size_t n) {
        const Needed needed = needed_for(n);
        const grading::Run even_and_odd = run(n);
        grading::at_most(even_and_odd, "divergent_branches", 0, "whole warps can agree.");
        grading::at_most(even_and_odd, "warp_instructions", kMore * needed.warp_instructions,
                         "a warp that runs one computation, and a quarter more for its indices.");
    });
}

TEST_CASE("each element is given one of the two computations") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()},
                       [](std::size_t n) { expect_one_computation_each(run(n), needed_for(n).in_work); });
}

TEST_CASE("lanes stay close to each other in memory") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](std::size_t n) {
        const double sectors = trial::sectors(n, sizeof(float));
        const grading::Run even_and_odd = run(n);
        const char* const why = "every sector twice, once for its even elements and once for its odd ones.";
        grading::at_most(even_and_odd, "global_load_sectors", 2 * sectors, why);
        grading::at_most(even_and_odd, "global_store_sectors", 2 * sectors, why);
        trial::expect_all_sectors(even_and_odd, sectors, sectors);
    });
}
