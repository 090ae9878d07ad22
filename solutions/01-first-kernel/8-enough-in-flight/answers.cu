// Solution of exercise 01.8, with the reason beside each number.
#include "exercises/01-first-kernel/8-enough-in-flight/answers.hpp"

namespace answered {

// 80 multiprocessors, 1,600 GB/s, 400 ns from a load to its answer. 1 GB/s is 1 byte a nanosecond.
const double bytes_each_nanosecond = 20;           // 1,600 / 80
const double bytes_in_flight = 8000;               // 400 ns × 20 bytes/ns
const double bytes_at_twice_the_latency = 16'000;  // twice the wait, twice the bytes in flight

// How many warps must each multiprocessor hold, at least?
const double warps_with_one_load = 63;   // a request is 128 bytes: 8,000 / 128 = 62.5
const double warps_with_two_loads = 32;  // 256 bytes a warp: 31.25
const double warps_with_float4 = 16;     // 512 bytes a warp: 15.6

// A kernel takes 128 registers a thread; a multiprocessor has 65,536, and room for 64 warps.
const double resident_warps = 16;       // 128 × 32 = 4,096 registers a warp
const double rate_with_one_load = 409;  // 16 × 128 bytes in 400 ns are 5.12 bytes/ns, times 80: 409.6
const double loads_to_make_up = 4;      // 2,048 bytes for each load: 8,000 / 2,048 = 3.9

}  // namespace answered
