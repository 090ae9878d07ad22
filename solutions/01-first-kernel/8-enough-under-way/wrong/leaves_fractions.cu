// fails: warps or loads | warps_with_one_load: you say 62.5, and that is too low
// Half a warp does not exist: the quotients are left as they are.
#include "exercises/01-first-kernel/8-enough-under-way/answers.hpp"

namespace answered {

const double bytes_each_nanosecond = 20;
const double bytes_under_way = 8000;
const double bytes_at_twice_the_latency = 16000;
const double warps_with_one_load = 62.5;
const double warps_with_two_loads = 31.25;
const double warps_with_float4 = 15.625;
const double resident_warps = 16;
const double rate_with_one_load = 409;
const double loads_to_make_up = 4;

}  // namespace answered
