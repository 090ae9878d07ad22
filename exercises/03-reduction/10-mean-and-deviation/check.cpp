// Exercise 03.10: mean and deviation of an array of the host, computed on the device.
#include <doctest/doctest.h>

#include <cmath>

#include "common/grading/allocations.hpp"
#include "common/grading/decoys.hpp"
#include "common/grading/host_array.hpp"
#include "exercises/03-reduction/10-mean-and-deviation/statistics.hpp"
#include "exercises/03-reduction/trial.hpp"

namespace {

// n elements between middle - 1 and middle + 1.
std::vector<float> elements_around(float middle, std::size_t n, std::uint64_t seed) {
    std::vector<float> elements = trial::random_elements<float>(n, seed);
    for (float& element : elements) element += middle;
    return elements;
}

Statistics expected_of(const std::vector<float>& in) {
    Statistics expected;
    const auto n = static_cast<double>(in.size());
    for (const float element : in) expected.mean += element / n;
    for (const float element : in)
        expected.deviation += (element - expected.mean) * (element - expected.mean) / n;
    expected.deviation = std::sqrt(expected.deviation);
    return expected;
}

// One call with the elements `given`, where the device gets `real`.
grading::Run run(float middle, const std::vector<float>& given, const std::vector<float>& real) {
    if (!grading::device_usable()) return {};
    const std::size_t n = given.size();
    const Statistics right = expected_of(real), of_given = expected_of(given);
    const grading::HostArray<float> host(given);
    Statistics got;
    grading::Run run =
        grading::run(trial::counted(n, "element") + " around " + std::to_string(static_cast<int>(middle)),
                     [&] { got = statistics(host.data(), n); });
    const auto judge = [&](const char* what, double value, double expected, double decoy, double tolerance) {
        if (!run.ok || std::fabs(value - expected) <= tolerance) return;  // not true of NaN
        run.ok = false;
        char text[128];
        std::snprintf(text, sizeof text, ": the %s is %.9g, expected %.9g.", what, value, expected);
        const bool of_decoy = std::fabs(value - decoy) <= tolerance;
        grading::fail(run.subject + text + (of_decoy ? " " + std::string(grading::kOfTheDecoys) : ""));
    };
    judge("mean", got.mean, right.mean, of_given.mean, 1e-10 * std::max(1.f, std::fabs(middle)));
    judge("deviation", got.deviation, right.deviation, of_given.deviation, 1e-5);
    return run;
}

grading::Run run(float middle, std::size_t n) {
    const std::vector<float> same = elements_around(middle, n, n);
    return run(middle, same, same);
}

void expect_few_copies(const grading::Run& run) {
    grading::expect_few_copies(run, 3, "the array to the device, and two sums back.");
}

// The middle and the number of a call's elements.
struct Elements {
    float middle;
    std::size_t n;
};

}  // namespace

TEST_CASE("numbers around zero") {
    for (const std::size_t n : {256, 1, 2, 31, 33, 1003, 100'000})
        if (!run(0, n).ok) return;
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k)
        if (!run(0, draw.size(50'000, 256)).ok) return;
}

TEST_CASE("numbers far from zero") {
    grading::Draw draw("far from zero");
    static_cast<void>(run(1000, 1003).ok && run(1e6, 300'000).ok &&
                      run(static_cast<float>(draw.number(100, 100'000)), draw.size(20'000)).ok);
}

TEST_CASE("the GPU reads every element, and neighbouring threads read neighbours") {
    if (!grading::counted_here()) return;
    grading::for_sizes(
        {std::size_t{65536}, 256 * grading::Draw("counted").number(50, 400)}, [](std::size_t n) {
            const grading::Run counted = run(0, n);
            if (!counted.ok) return;
            const double sectors = trial::sectors(n, sizeof(float));
            // Both sums take an addition for each element.
            grading::at_least(counted, "global_load_sectors", sectors,
                              "every sector has to be read by a kernel.");
            grading::at_least(counted, "float_instructions", 2 * static_cast<double>(n) / trial::kWarp,
                              "the kernels add up elements and squares.");
            grading::at_most(counted, "global_load_sectors", 2.1 * sectors,
                             "once for the mean, once for the deviation.");
            grading::at_most(counted, "atomics", 2 * static_cast<double>(n) / 256,
                             "one for each 256 elements: blocks reduce first.");
            expect_few_copies(counted);
        });
}

TEST_CASE("the result is what the GPU has computed") {
    if (!grading::counted_here()) return;
    grading::Draw draw("decoys");
    const auto middle = static_cast<float>(draw.number(100, 100'000));
    grading::for_sizes({Elements{0, 65536}, {middle, 1000 + draw.size(20'000)}},
                       [](const Elements& elements) {
                           const auto [middle, n] = elements;
                           const std::vector<float> given = elements_around(middle, n, ~n),
                                                    real = elements_around(middle, n, n);
                           grading::Decoys decoys;
                           decoys.add(given, real);
                           const grading::Run counted = run(middle, given, real);
                           decoys.expect_few_bytes(counted, n * sizeof(float) / 8 + 64,
                                                   "the kernels add up, and little is left for the host.");
                           expect_few_copies(counted);
                       });
}

TEST_CASE("memory is freed") {
    const std::size_t before = grading::allocated();
    if (!run(0, 1000).ok) return;
    grading::expect_freed("1000 elements", before);
}
