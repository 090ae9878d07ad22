// The times of the CPU's multiplications, measured and stored: programs/measuring/cpu.cpp makes its tables from them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/ladder/statistics.hpp"

namespace cpu {

// One version at one size, n x n times n x n.
struct Time {
    std::string version;  // "ijk", "ikj", "openmp", "blocked", "OpenBLAS"
    std::size_t n = 0;
    int threads = 0;
    std::size_t rows = 0;  // of C that were computed; the seconds are scaled to all n
    ladder::Median seconds;
    std::optional<ladder::Median> share;  // of OpenBLAS's speed with as many threads, from neighbouring runs
};

// The machine, the software, and the times.
struct Run {
    std::string cpu;       // "…, 16 threads"
    std::string date;      // "2026-11-21"
    std::string kernel;    // of `blocked`: "avx2"
    std::string openblas;  // its description; empty if it was missing
    std::vector<Time> times;
};

// Measures all versions at these sizes, in turn, with each number of `threads`; `blocked` and OpenBLAS run on one
// core and on `cores`. Slow versions (one row of C after the other) are measured on as many rows as take a fraction
// of a second, since every row costs the same.
std::vector<Time> measure(const std::vector<std::size_t>& sizes, const std::vector<int>& threads, int cores);

std::string to_csv(const Run& run);

// Throws std::runtime_error if a column is missing or a cell is not a number.
Run from_csv(const std::string& text);

}  // namespace cpu
