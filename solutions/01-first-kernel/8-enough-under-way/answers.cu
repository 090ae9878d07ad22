// solution begin
// Solution of exercise 01.8, with the reason beside each number.
// stub: // Exercise 01.8: how much must be under way to keep the memory busy? Write your answers in place of the -1, then:
// stub: // make check EX=01.8
// solution end
#include "exercises/01-first-kernel/8-enough-under-way/answers.hpp"

namespace answered {

// 80 multiprocessors, 1,600 GB/s, 400 ns from a load to its answer. 1 GB/s is 1 byte a nanosecond.
// solution begin
const double bytes_each_nanosecond = 20;  // 1,600 / 80
const double bytes_under_way = 8000;      // 400 ns × 20 bytes/ns
const double bytes_at_twice_the_latency =
    16'000;  // who waits twice as long must ask for twice as much meanwhile
// stub: const double bytes_each_nanosecond = -1;       // that each multiprocessor can get
// stub: const double bytes_under_way = -1;             // in each multiprocessor, so that the memory is never idle
// stub: const double bytes_at_twice_the_latency = -1;  // the same if a load took 800 ns
// solution end

// How many warps must each multiprocessor hold, at least?
// solution begin
const double warps_with_one_load = 63;   // a request is 128 bytes: 8,000 / 128 = 62.5
const double warps_with_two_loads = 32;  // 256 bytes a warp: 31.25
const double warps_with_float4 = 16;     // 512 bytes a warp: 15.6
// stub: const double warps_with_one_load = -1;   // each thread has one load of a float under way
// stub: const double warps_with_two_loads = -1;  // each thread has two
// stub: const double warps_with_float4 = -1;     // each thread has one load of a float4
// solution end

// A kernel takes 128 registers a thread; a multiprocessor has 65,536, and room for 64 warps.
// solution begin
const double resident_warps = 16;       // 128 × 32 = 4,096 registers a warp
const double rate_with_one_load = 409;  // 16 × 128 bytes in 400 ns are 5.12 bytes/ns, times 80: 409.6
const double loads_to_make_up = 4;      // 2,048 bytes for each load: 8,000 / 2,048 = 3.9
// stub: const double resident_warps = -1;      // how many warps a multiprocessor holds
// stub: const double rate_with_one_load = -1;  // GB/s of the whole GPU, each thread has one load of a float; round down
// stub: const double loads_to_make_up = -1;    // how many loads of a float in each thread bring the whole bandwidth
// solution end

}  // namespace answered
