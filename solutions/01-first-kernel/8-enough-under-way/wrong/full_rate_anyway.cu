// fails: a kernel that takes many registers | rate_with_one_load, GB/s: you say 1600, and that is too high
// A quarter of the warps is taken to be enough.
#include "exercises/01-first-kernel/8-enough-under-way/answers.hpp"

namespace answered {

const int bytes_each_nanosecond = 20;
const int bytes_under_way = 8000;
const int bytes_at_twice_the_latency = 16000;
const int warps_with_one_load = 63;
const int warps_with_two_loads = 32;
const int warps_with_float4 = 16;
const int resident_warps = 16;
const int rate_with_one_load = 1600;
const int loads_to_make_up = 4;

}  // namespace answered
