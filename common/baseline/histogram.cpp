// See histogram.hpp.
#include "common/baseline/histogram.hpp"

#include <algorithm>

namespace baseline {
namespace {

constexpr std::size_t kBins = 256;

}  // namespace

void histogram_serial(std::int64_t* counts, const std::uint8_t* in, std::size_t n) {
    std::fill_n(counts, kBins, 0);
    for (std::size_t i = 0; i < n; ++i) ++counts[in[i]];
}

void histogram_openmp(std::int64_t* counts, const std::uint8_t* in, std::size_t n) {
    std::fill_n(counts, kBins, 0);
#pragma omp parallel for reduction(+ : counts[:kBins])
    for (std::size_t i = 0; i < n; ++i) ++counts[in[i]];
}

}  // namespace baseline
