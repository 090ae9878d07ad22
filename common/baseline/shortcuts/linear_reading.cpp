// Linear reading: down a column, every element lies in another cache line, and the loop uses 4 of its 64 bytes. With
// a transposed copy, t[j][k] = d[k][j], the loop over k goes along a row in both factors. The copy takes n² steps,
// the loops n³. Compare with serial.cpp: only the inner loop has changed.
#include <algorithm>
#include <limits>
#include <vector>

#include "common/baseline/shortcuts/shortcuts.hpp"
#include "common/baseline/transpose.hpp"

namespace baseline::shortcuts {

void linear_reading(float* r, const float* d, std::size_t n) {
    std::vector<float> t(n * n);
    transpose_cache_blocked(t.data(), d, n, n);
#pragma omp parallel for schedule(dynamic, 1)
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            float best = std::numeric_limits<float>::infinity();
            // region: loop
            for (std::size_t k = 0; k < n; ++k) best = std::min(best, d[i * n + k] + t[j * n + k]);
            // end region
            r[i * n + j] = best;
        }
    }
}

}  // namespace baseline::shortcuts
