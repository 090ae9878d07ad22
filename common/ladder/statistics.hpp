// Medians with an interval that assumes nothing about the distribution of the noise.
#pragma once

#include <cstddef>
#include <vector>

namespace ladder {

// The median of some measurements, with a 95 % confidence interval: `low` and `high` are two of the measurements, and
// the median of all possible measurements lies between them with a probability of at least 95 %. Fewer than 6
// measurements cannot give that; low and high are then the extremes.
struct Median {
    double value = 0;
    double low = 0;
    double high = 0;
};

// Sorts a copy. Throws std::invalid_argument if there are no measurements.
Median median_of(std::vector<double> measurements);

// How many of n sorted measurements to drop at each end so that the rest still spans the 95 % interval.
std::size_t left_out_at_each_end(std::size_t n);

}  // namespace ladder
