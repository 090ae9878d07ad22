// Waiting, and how to hide it. A thread that loads waits for hundreds of cycles; a multiprocessor is busy all the same if
// enough other loads are in flight. They come from other warps, or from the same thread, if it asks for several elements before
// it uses the first. chase() measures the wait; the functions of read_with() have several independent loads in each
// thread. latency.cu has the kernels.
#pragma once

#include <cuda_runtime_api.h>

namespace warps {

// Reads rounds × loads × (threads of the grid) elements of `in`; thread t stores the sum of its own to sums[t]. The loads of a
// round do not wait for each other; the next round waits for them all. read_with(loads) is the function with 1, 2 or 4 loads;
// nullptr for another number.
using Read = void (*)(dim3 grid, dim3 block, float* sums, const float* in, unsigned rounds);
Read read_with(unsigned loads);

// Which multiprocessor each block ran on. Blocks stay for a while, so that none takes the place of one that has left: then as
// many of a multiprocessor's number as there are blocks were resident there together.
void where(dim3 grid, dim3 block, unsigned* multiprocessor, long long cycles);

// A chain through `nodes`, a power of two of them, each kNodeWords words apart: it visits every node once and then begins
// again, in an order that no cache foresees (a linear congruential generator of full period: odd increment, multiplier
// 1 mod 4).
constexpr unsigned kNodeWords = 32;
void link(unsigned* chain, unsigned nodes);

// One thread follows it from `place` on: each load's address is what the load before it brought. The next launch goes on
// where this one ended, so that no cache has met its nodes before.
void chase(unsigned* place, const unsigned* chain, unsigned steps);

}  // namespace warps
