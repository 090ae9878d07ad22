// The specification, on one core and on all. See shortcuts.hpp.
#include <algorithm>
#include <limits>

#include "common/baseline/shortcuts/shortcuts.hpp"

namespace baseline::shortcuts {
namespace {

void shortcuts_of_row(float* r, const float* d, std::size_t n, std::size_t i) {
    // region: row
    for (std::size_t j = 0; j < n; ++j) {
        float best = std::numeric_limits<float>::infinity();
        for (std::size_t k = 0; k < n; ++k) best = std::min(best, d[i * n + k] + d[k * n + j]);
        r[i * n + j] = best;
    }
    // end region
}

}  // namespace

void serial(float* r, const float* d, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) shortcuts_of_row(r, d, n, i);
}

void openmp(float* r, const float* d, std::size_t n) {
// region: rows
#pragma omp parallel for schedule(dynamic, 1)
    for (std::size_t i = 0; i < n; ++i) shortcuts_of_row(r, d, n, i);
    // end region
}

}  // namespace baseline::shortcuts
