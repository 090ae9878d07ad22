// The made-up GPU of exercise 04.9, and the limits that its bandwidths set.
#pragma once

namespace machine {

constexpr double kFlops = 50'000;   // GFLOP/s, a multiplication and an addition are two
constexpr double kMemory = 4'000;   // GB/s
constexpr double kShared = 20'000;  // GB/s, of all multiprocessors together
constexpr double kFloat = 4;        // bytes

// Bytes that can arrive for each operation, so that the arithmetic need not wait.
constexpr double balance(double bandwidth) { return bandwidth / kFlops; }

// Bytes for each operation if C is computed in tiles of that size. In each step of k a tile loads as many elements of
// A as it has rows and of B as it has columns, for two operations on each of its elements.
constexpr double bytes_a_flop(double rows, double cols) { return (rows + cols) * kFloat / (2 * rows * cols); }

constexpr double rate(double bandwidth, double bytes_a_flop) {
    const double most = bandwidth / bytes_a_flop;
    return most < kFlops ? most : kFlops;
}

// The smallest square tile, in steps of `step`, for which the bandwidth suffices.
constexpr double smallest_square(double bandwidth, int step) {
    int side = step;
    while (bytes_a_flop(side, side) > balance(bandwidth)) side += step;
    return side;
}

// The smallest n for which it suffices if A, B and C of n × n elements are moved once each.
constexpr double smallest_n() {
    int n = 1;
    while (3.0 * n * n * kFloat / (2.0 * n * n * n) > balance(kMemory)) ++n;
    return n;
}

}  // namespace machine
