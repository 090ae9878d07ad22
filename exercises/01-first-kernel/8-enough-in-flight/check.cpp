// Exercise 01.8: each answer against Little's law for the GPU of machine.hpp.
#include <doctest/doctest.h>

#include "common/grading/grading.hpp"
#include "exercises/01-first-kernel/8-enough-in-flight/answers.hpp"
#include "exercises/01-first-kernel/8-enough-in-flight/machine.hpp"

using grading::expect_predicted;

TEST_CASE("Little's law") {
    expect_predicted("bytes_each_nanosecond of one multiprocessor", answered::bytes_each_nanosecond,
                     machine::bandwidth() / machine::multiprocessors());
    expect_predicted("bytes_in_flight in one multiprocessor", answered::bytes_in_flight,
                     machine::bytes_needed());
    expect_predicted("bytes_at_twice_the_latency", answered::bytes_at_twice_the_latency,
                     machine::bytes_needed(2 * machine::latency()));
}

TEST_CASE("warps or loads") {
    expect_predicted("warps_with_one_load", answered::warps_with_one_load,
                     machine::warps_needed(1, machine::kFloat));
    expect_predicted("warps_with_two_loads", answered::warps_with_two_loads,
                     machine::warps_needed(2, machine::kFloat));
    expect_predicted("warps_with_float4", answered::warps_with_float4,
                     machine::warps_needed(1, machine::kFloat4));
}

TEST_CASE("a kernel that takes many registers") {
    constexpr int kWarps = machine::resident_warps(128);
    expect_predicted("resident_warps", answered::resident_warps, kWarps);
    expect_predicted("rate_with_one_load, GB/s", answered::rate_with_one_load, machine::gb_per_s(kWarps, 1));
    expect_predicted("loads_to_make_up", answered::loads_to_make_up, machine::loads_needed(kWarps));
}
