// Medians with an interval that needs no assumption about how the noise is distributed.
#pragma once

#include <cstddef>
#include <vector>

namespace ladder {

// The median of some measurements, and two of them between which the median of all possible measurements lies
// with a probability of at least 95 %. With fewer than 6 measurements no two of them do: low and high are
// then the extremes.
struct Median {
    double value = 0;
    double low = 0;
    double high = 0;
};

// Sorts a copy. Throws std::invalid_argument for no measurements at all.
Median median_of(std::vector<double> measurements);

// How many of n sorted measurements to leave out at each end so that the rest still spans the 95 % interval.
std::size_t left_out_at_each_end(std::size_t n);

}  // namespace ladder
