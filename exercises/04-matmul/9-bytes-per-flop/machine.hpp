// The made-up GPU of exercise 04.9, and the limits that its bandwidths set.
#pragma once

#ifdef __CUDACC__  // check.cpp is no CUDA program, and an answer is one
#error "machine.hpp is the check's: it computes the answers. Work them out from the numbers on the page."
#endif

#include "common/grading/parameters.hpp"

namespace machine {

// GFLOP/s, a multiplication and an addition are two.
inline double flops() { return grading::parameter("04.9", "gflop_per_s"); }
inline double memory() { return grading::parameter("04.9", "memory_gb_per_s"); }
// GB/s, of all multiprocessors together.
inline double shared() { return grading::parameter("04.9", "shared_gb_per_s"); }
constexpr double kFloat = 4;  // bytes

// Bytes that can arrive for each operation, so that the arithmetic need not wait.
inline double balance(double bandwidth) { return bandwidth / flops(); }

// Bytes for each operation if C is computed in tiles of that size. In each step of k a tile loads as many elements of
// A as it has rows and of B as it has columns, for two operations on each of its elements.
constexpr double bytes_a_flop(double rows, double cols) { return (rows + cols) * kFloat / (2 * rows * cols); }

inline double rate(double bandwidth, double bytes_a_flop) {
    const double most = bandwidth / bytes_a_flop;
    return most < flops() ? most : flops();
}

// The smallest square tile, in steps of `step`, for which the bandwidth suffices.
inline double smallest_square(double bandwidth, int step) {
    int side = step;
    while (bytes_a_flop(side, side) > balance(bandwidth)) side += step;
    return side;
}

// The smallest n for which it suffices if A, B and C of n × n elements are moved once each.
inline double smallest_n() {
    const double can_come = balance(memory());
    int n = 1;
    while (3.0 * n * n * kFloat / (2.0 * n * n * n) > can_come) ++n;
    return n;
}

}  // namespace machine
