// See statistics.hpp.
#include "common/ladder/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ladder {

// Each measurement is below the true median with probability 1/2, whatever the distribution, so the number of
// measurements below it is binomial. Dropping k at each end misses the median if at most k measurements are on one
// side of it: 2 · P(at most k of n) <= 5 %.
std::size_t left_out_at_each_end(std::size_t n) {
    constexpr double kMissed = 0.05;
    constexpr std::size_t kManyMeasurements = 1000;  // 0.5^n is still far from the smallest double
    if (n > kManyMeasurements) {
        const double spread =
            1.96 * std::sqrt(static_cast<double>(n)) / 2;  // normal approximation of the binomial
        return static_cast<std::size_t>(static_cast<double>(n) / 2 - spread) - 1;
    }
    double term = std::pow(0.5, static_cast<double>(n));  // P(exactly k below), k = 0
    double at_most = 0;
    std::size_t k = 0;
    while (k < n) {
        at_most += term;
        if (2 * at_most > kMissed) break;
        term *= static_cast<double>(n - k) / static_cast<double>(k + 1);
        ++k;
    }
    return k == 0 ? 0 : k - 1;
}

Median median_of(std::vector<double> measurements) {
    if (measurements.empty()) throw std::invalid_argument("the median of no measurements was asked for");
    std::sort(measurements.begin(), measurements.end());
    const std::size_t n = measurements.size();
    const std::size_t left_out = left_out_at_each_end(n);
    Median median;
    median.value = n % 2 == 1 ? measurements[n / 2] : (measurements[n / 2 - 1] + measurements[n / 2]) / 2;
    median.low = measurements[left_out];
    median.high = measurements[n - 1 - left_out];
    return median;
}

}  // namespace ladder
