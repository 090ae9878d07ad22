// The specification for integers. See shortcuts.hpp.
#include <algorithm>

#include "common/baseline/shortcuts/shortcuts.hpp"

namespace baseline::shortcuts {

void integers(std::int32_t* r, const std::int32_t* d, std::size_t n, std::int32_t no_edge) {
#pragma omp parallel for schedule(dynamic, 1)
    for (std::size_t i = 0; i < n; ++i) {
        std::fill_n(r + i * n, n, no_edge);
        for (std::size_t k = 0; k < n; ++k) {
            const std::int32_t first_leg = d[i * n + k];
            for (std::size_t j = 0; j < n; ++j)
                r[i * n + j] = std::min(r[i * n + j], first_leg + d[k * n + j]);
        }
    }
}

}  // namespace baseline::shortcuts
