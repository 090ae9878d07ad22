// Latency, and how to hide it. A thread waits hundreds of cycles for a load; the multiprocessor stays busy if enough
// other loads are in flight. They come from other warps, or from the same thread if it asks for several elements
// before it uses the first. chase() measures the latency; the functions of read_with() have several independent loads
// in each thread. latency.cu has the kernels.
#pragma once

#include <cuda_runtime_api.h>

namespace warps {

// Reads rounds × loads × (threads of the grid) elements of `in`; thread t stores its sum to sums[t]. The loads of a
// round are independent; the next round waits for all of them. read_with(loads) returns the function with 1, 2 or 4
// loads; nullptr for another number.
using Read = void (*)(dim3 grid, dim3 block, float* sums, const float* in, unsigned rounds);
Read read_with(unsigned loads);

// The multiprocessor of each block. Blocks stay resident for a while, so that none replaces one that has left: blocks
// with the same multiprocessor were then resident on it together.
void where(dim3 grid, dim3 block, unsigned* multiprocessor, long long cycles);

// A chain through `nodes` nodes, a power of two, each kNodeWords words apart. It visits every node once and then
// starts again, in an order that no cache predicts (a linear congruential generator of full period: odd increment,
// multiplier 1 mod 4).
constexpr unsigned kNodeWords = 32;
void link(unsigned* chain, unsigned nodes);

// One thread follows the chain from *place on: each load gives the next load's address. The next launch continues
// where this one ended, so that no cache holds its nodes.
void chase(unsigned* place, const unsigned* chain, unsigned steps);

}  // namespace warps
