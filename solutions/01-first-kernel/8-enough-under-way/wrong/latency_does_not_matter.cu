// fails: Little's law | bytes_at_twice_the_latency: you say 8000, and that is too low
// The same bandwidth is taken to need the same bytes under way.
#include "exercises/01-first-kernel/8-enough-under-way/answers.hpp"

namespace answered {

const double bytes_each_nanosecond = 20;
const double bytes_under_way = 8000;
const double bytes_at_twice_the_latency = 8000;
const double warps_with_one_load = 63;
const double warps_with_two_loads = 32;
const double warps_with_float4 = 16;
const double resident_warps = 16;
const double rate_with_one_load = 409;
const double loads_to_make_up = 4;

}  // namespace answered
