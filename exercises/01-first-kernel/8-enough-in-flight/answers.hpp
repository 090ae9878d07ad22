// The questions of exercise 01.8, by name. Not int, so that an answer with a fraction keeps it.
#pragma once

namespace answered {

extern const double bytes_each_nanosecond;
extern const double bytes_in_flight;
extern const double bytes_at_twice_the_latency;

extern const double warps_with_one_load;
extern const double warps_with_two_loads;
extern const double warps_with_float4;

extern const double resident_warps;
extern const double rate_with_one_load;
extern const double loads_to_make_up;

}  // namespace answered
