// The GPU of exercise 01.8, and the results of Little's law for it.
#pragma once

#ifdef __CUDACC__  // check.cpp is no CUDA program, and an answer is one
#error "machine.hpp is the check's: it computes the answers. Work them out from the numbers on the page."
#endif

#include "common/grading/parameters.hpp"

namespace machine {

inline int multiprocessors() { return grading::parameter("01.8", "multiprocessors"); }
inline int latency() { return grading::parameter("01.8", "latency_ns"); }  // from a load to its answer
// GB/s, which is bytes a nanosecond, of the whole GPU.
inline int bandwidth() { return grading::parameter("01.8", "memory_gb_per_s"); }

constexpr int kRegisters = 65'536;       // of a multiprocessor
constexpr int kMostWarps = 64;           // of a multiprocessor
constexpr int kLanes = 32;               // of a warp
constexpr int kFloat = 4, kFloat4 = 16;  // bytes

constexpr int rounded_up(int value, int divisor) { return (value + divisor - 1) / divisor; }

// Bytes that must be in flight on each multiprocessor.
inline int bytes_needed(int latency = machine::latency()) {
    return latency * bandwidth() / multiprocessors();
}

// Warps that have these bytes in flight, if each thread has this many loads of this many bytes.
inline int warps_needed(int loads, int bytes) { return rounded_up(bytes_needed(), loads * bytes * kLanes); }

// Warps for which a multiprocessor has registers.
constexpr int resident_warps(int registers) {
    const int warps = kRegisters / (registers * kLanes);
    return warps < kMostWarps ? warps : kMostWarps;
}

// GB/s with this many warps and float loads, below the memory's limit.
inline int gb_per_s(int warps, int loads) {
    const int rate = warps * loads * kFloat * kLanes * multiprocessors() / latency();
    return rate < bandwidth() ? rate : bandwidth();
}

// Float loads that each thread must have in flight with this many warps.
inline int loads_needed(int warps) { return rounded_up(bytes_needed(), warps * kFloat * kLanes); }

}  // namespace machine
