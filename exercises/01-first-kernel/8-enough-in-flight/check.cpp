// Exercise 01.8: each answer against Little's law for the machine on the page.
#include <doctest/doctest.h>

#include <cstdio>
#include <string>

#include "common/grading/grading.hpp"
#include "exercises/01-first-kernel/8-enough-in-flight/answers.hpp"
#include "exercises/01-first-kernel/8-enough-in-flight/machine.hpp"

namespace {

constexpr int kRegistersOfTheKernel = 128;

// "62.5", "8000".
std::string in_words(double answer) {
    char text[32];
    std::snprintf(text, sizeof text, "%.10g", answer);
    return text;
}

void judge(const std::string& question, double answer, int right) {
    if (answer == right) return;
    if (answer < 0)
        grading::fail(question + ": no answer yet.");
    else
        grading::fail(question + ": you say " + in_words(answer) + ", and that is too " +
                      (answer < right ? "low." : "high."));
}

}  // namespace

TEST_CASE("Little's law") {
    judge("bytes_each_nanosecond of one multiprocessor", answered::bytes_each_nanosecond,
          machine::kBandwidth / machine::kMultiprocessors);
    judge("bytes_in_flight in one multiprocessor", answered::bytes_in_flight, machine::bytes_needed());
    judge("bytes_at_twice_the_latency", answered::bytes_at_twice_the_latency,
          machine::bytes_needed(2 * machine::kLatency));
}

TEST_CASE("warps or loads") {
    judge("warps_with_one_load", answered::warps_with_one_load, machine::warps_needed(1, machine::kFloat));
    judge("warps_with_two_loads", answered::warps_with_two_loads, machine::warps_needed(2, machine::kFloat));
    judge("warps_with_float4", answered::warps_with_float4, machine::warps_needed(1, machine::kFloat4));
}

TEST_CASE("a kernel that takes many registers") {
    constexpr int kWarps = machine::resident_warps(kRegistersOfTheKernel);
    judge("resident_warps", answered::resident_warps, kWarps);
    judge("rate_with_one_load, GB/s", answered::rate_with_one_load, machine::gb_per_s(kWarps, 1));
    judge("loads_to_make_up", answered::loads_to_make_up, machine::loads_needed(kWarps));
}
