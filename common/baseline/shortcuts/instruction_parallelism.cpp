// Instruction-level parallelism: four chains of minima instead of one. A minimum waits for the one before it, a few
// cycles each time, although the CPU could start two in every cycle; minima of different chains do not wait for each
// other. Compare with linear_reading.cpp: the chains are new, the reading is the same.
//
// The pragma keeps the compiler from making a vector of the four chains, which is the idea of the next rung.
#pragma GCC optimize("no-tree-vectorize")

#include <algorithm>
#include <limits>
#include <vector>

#include "common/baseline/shortcuts/shortcuts.hpp"
#include "common/baseline/transpose.hpp"

namespace baseline::shortcuts {

void instruction_parallelism(float* r, const float* d, std::size_t n) {
    constexpr std::size_t kChains = 4;
    std::vector<float> t(n * n);
    transpose_cache_blocked(t.data(), d, n, n);
#pragma omp parallel for schedule(dynamic, 1)
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            float best[kChains];
            for (float& chain : best) chain = std::numeric_limits<float>::infinity();
            std::size_t k = 0;
            // region: loop
            for (; k + kChains <= n; k += kChains) {
                for (std::size_t chain = 0; chain < kChains; ++chain)
                    best[chain] = std::min(best[chain], d[i * n + k + chain] + t[j * n + k + chain]);
            }
            // end region
            for (; k < n; ++k) best[0] = std::min(best[0], d[i * n + k] + t[j * n + k]);
            r[i * n + j] = *std::min_element(best, best + kChains);
        }
    }
}

}  // namespace baseline::shortcuts
