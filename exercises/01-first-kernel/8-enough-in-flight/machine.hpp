// The invented GPU of exercise 01.8, and the results of Little's law for it.
#pragma once

namespace machine {

constexpr int kMultiprocessors = 80;
constexpr int kLatency = 400;            // nanoseconds from a load to its answer
constexpr int kBandwidth = 1600;         // GB/s, which is bytes a nanosecond, of the whole GPU
constexpr int kRegisters = 65'536;       // of a multiprocessor
constexpr int kMostWarps = 64;           // of a multiprocessor
constexpr int kLanes = 32;               // of a warp
constexpr int kFloat = 4, kFloat4 = 16;  // bytes

constexpr int rounded_up(int value, int divisor) { return (value + divisor - 1) / divisor; }

// Bytes that must be in flight on each multiprocessor.
constexpr int bytes_needed(int latency = kLatency) { return latency * kBandwidth / kMultiprocessors; }

// Warps that have these bytes in flight, if each thread has this many loads of this many bytes.
constexpr int warps_needed(int loads, int bytes) {
    return rounded_up(bytes_needed(), loads * bytes * kLanes);
}

// Warps for which a multiprocessor has registers.
constexpr int resident_warps(int registers) {
    const int warps = kRegisters / (registers * kLanes);
    return warps < kMostWarps ? warps : kMostWarps;
}

// GB/s with this many warps and float loads, below the memory's limit.
constexpr int gb_per_s(int warps, int loads) {
    const int rate = warps * loads * kFloat * kLanes * kMultiprocessors / kLatency;
    return rate < kBandwidth ? rate : kBandwidth;
}

// Float loads that each thread must have in flight with this many warps.
constexpr int loads_needed(int warps) { return rounded_up(bytes_needed(), warps * kFloat * kLanes); }

}  // namespace machine
