// Exercise 03.10: mean and deviation of an array of the host, computed on the device.
#include <doctest/doctest.h>

#include <cmath>

#include "common/grading/allocations.hpp"
#include "exercises/03-reduction/10-mean-and-deviation/statistics.hpp"
#include "exercises/03-reduction/trial.hpp"

namespace {

// n elements between middle - 1 and middle + 1.
std::vector<float> elements_around(float middle, std::size_t n) {
    std::vector<float> elements = trial::random_elements<float>(n, n);
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

grading::Run run(float middle, std::size_t n) {
    if (!grading::device_usable()) return {};
    const std::vector<float> in = elements_around(middle, n);
    const Statistics right = expected_of(in);
    Statistics got;
    grading::Run run =
        grading::run(trial::counted(n, "element") + " around " + std::to_string(static_cast<int>(middle)),
                     [&] { got = statistics(in.data(), n); });
    const auto judge = [&](const char* what, double value, double expected, double tolerance) {
        if (!run.ok || std::fabs(value - expected) <= tolerance) return;  // not true of NaN
        run.ok = false;
        char text[128];
        std::snprintf(text, sizeof text, ": the %s is %.9g, expected %.9g.", what, value, expected);
        grading::fail(run.subject + text);
    };
    judge("mean", got.mean, right.mean, 1e-10 * std::max(1.f, std::fabs(middle)));
    judge("deviation", got.deviation, right.deviation, 1e-5);
    return run;
}

}  // namespace

TEST_CASE("numbers around zero") {
    for (const std::size_t n : {256, 1, 2, 31, 33, 1003, 100'000})
        if (!run(0, n).ok) return;
}

TEST_CASE("numbers far from zero") { static_cast<void>(run(1000, 1003).ok && run(1e6, 300'000).ok); }

TEST_CASE("the GPU reads every element, and neighbouring threads read neighbours") {
    if (!grading::counted_here()) return;
    constexpr std::size_t kElements = 65536;
    const grading::Run counted = run(0, kElements);
    if (!counted.ok) return;
    const double sectors = trial::sectors(kElements, sizeof(float));
    grading::at_least(counted, "global_load_sectors", sectors, "every sector has to be read by a kernel.");
    grading::at_most(counted, "global_load_sectors", 2.1 * sectors,
                     "once for the mean, once for the deviation.");
    grading::at_most(counted, "atomics", 2 * kElements / 256.,
                     "one for each 256 elements: blocks reduce first.");
    grading::expect_few_copies(counted, 3, "the array to the device, and two sums back.");
}

TEST_CASE("memory is freed") {
    const std::size_t before = grading::allocated();
    if (!run(0, 1000).ok) return;
    grading::expect_freed("1000 elements", before);
}
