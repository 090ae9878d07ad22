// The GPU of exercise 04.9, which is made up, and what its bandwidths allow.
#pragma once

namespace machine {

constexpr double kFlops = 50'000;   // GFLOP/s, a multiplication and an addition are two
constexpr double kMemory = 4'000;   // GB/s
constexpr double kShared = 20'000;  // GB/s, of all multiprocessors together
constexpr double kFloat = 4;        // bytes

// Bytes that may come for each operation without that the arithmetic waits.
constexpr double balance(double bandwidth) { return bandwidth / kFlops; }

// Bytes for each operation if C is computed in tiles of that size, out of what is loaded for the tile: in each step of k as many
// elements of A as there are rows, of B as there are columns, and two operations for each element of the tile.
constexpr double bytes_a_flop(double rows, double cols) { return (rows + cols) * kFloat / (2 * rows * cols); }

constexpr double rate(double bandwidth, double bytes_a_flop) {
    const double most = bandwidth / bytes_a_flop;
    return most < kFlops ? most : kFlops;
}

// The smallest square tile, in steps of `step`, with which the bandwidth is enough.
constexpr double smallest_square(double bandwidth, int step) {
    int side = step;
    while (bytes_a_flop(side, side) > balance(bandwidth)) side += step;
    return side;
}

// The same for n: A, B and C of n × n elements moved once each.
constexpr double smallest_n() {
    int n = 1;
    while (3.0 * n * n * kFloat / (2.0 * n * n * n) > balance(kMemory)) ++n;
    return n;
}

}  // namespace machine
