// Exercise 01.8: how much must be in flight to keep the memory busy? Replace each -1 with your answer, then
// make check EX=01.8
#include "exercises/01-first-kernel/8-enough-in-flight/answers.hpp"

// your work begins
namespace answered {

// The GPU on the page. 1 GB/s is 1 byte a nanosecond.
const double bytes_each_nanosecond = -1;       // that the memory delivers to each multiprocessor
const double bytes_in_flight = -1;             // in each multiprocessor, so that the memory is never idle
const double bytes_at_twice_the_latency = -1;  // the same if a load took twice as long

// How many warps must each multiprocessor hold, at least?
const double warps_with_one_load = -1;   // each thread has one load of a float in flight
const double warps_with_two_loads = -1;  // each thread has two
const double warps_with_float4 = -1;     // each thread has one load of a float4

// A kernel takes 128 registers a thread; a multiprocessor has 65,536, and room for 64 warps.
const double resident_warps = -1;      // how many warps a multiprocessor holds
const double rate_with_one_load = -1;  // GB/s of the whole GPU, each thread has one load of a float; round down
const double loads_to_make_up = -1;    // how many loads of a float each thread needs for the whole bandwidth

}  // namespace answered
// your work ends
