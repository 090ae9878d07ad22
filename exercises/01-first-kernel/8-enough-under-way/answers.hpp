// The questions of exercise 01.8, by name.
#pragma once

namespace answered {

extern const int bytes_each_nanosecond;
extern const int bytes_under_way;
extern const int bytes_at_twice_the_latency;

extern const int warps_with_one_load;
extern const int warps_with_two_loads;
extern const int warps_with_float4;

extern const int resident_warps;
extern const int rate_with_one_load;
extern const int loads_to_make_up;

}  // namespace answered
