// fails: a kernel that takes many registers | rate_with_one_load, GB/s: you say 1600, and that is too high
// A quarter of the warps is taken to be enough.
#include "exercises/01-first-kernel/8-enough-under-way/answers.hpp"

namespace answered {

const double bytes_each_nanosecond = 20;
const double bytes_under_way = 8000;
const double bytes_at_twice_the_latency = 16000;
const double warps_with_one_load = 63;
const double warps_with_two_loads = 32;
const double warps_with_float4 = 16;
const double resident_warps = 16;
const double rate_with_one_load = 1600;
const double loads_to_make_up = 4;

}  // namespace answered
