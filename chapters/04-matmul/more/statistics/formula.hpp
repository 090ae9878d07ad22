// A count as a function of n: cubic * n³ + square * n², the form of Li, Ranka and Sahni. For a product of M x N x K,
// n³ stands for M N K and n² for M N.
#pragma once

#include <cstddef>
#include <string>

namespace statistics {

struct Formula {
    double cubic = 0;
    double square = 0;

    bool operator==(const Formula& other) const { return cubic == other.cubic && square == other.square; }
    bool operator!=(const Formula& other) const { return !(*this == other); }

    double at(double n) const { return cubic * n * n * n + square * n * n; }
    // "17n³/16 + n²"; "0" if nothing is counted.
    std::string text() const;
};

inline Formula operator+(const Formula& a, const Formula& b) {
    return {a.cubic + b.cubic, a.square + b.square};
}

// From two counts of m x n x k with different k: counts grow linearly with k.
Formula formula_of(double count, double count_at_twice_k, std::size_t m, std::size_t n, std::size_t k);

}  // namespace statistics
