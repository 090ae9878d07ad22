// See steps.hpp.
#include "chapters/01-first-kernel/costs/steps.hpp"

#include <algorithm>

namespace costs {

void steps_openmp(float* y, const float* x, std::size_t n) {
    constexpr std::size_t kGroup =
        64;  // several registers, so that one step need not wait for the one before
    const std::size_t groups = (n + kGroup - 1) / kGroup;
#pragma omp parallel for
    for (std::size_t group = 0; group < groups; ++group) {
        const std::size_t first = group * kGroup;
        const std::size_t count = std::min(kGroup, n - first);
        float summand[kGroup] = {};
        float value[kGroup] = {};
        std::copy_n(x + first, count, summand);
        std::copy_n(x + first, count, value);
        for (int step = 0; step < kSteps; ++step) {
            // Keeps the loops as they are: g++ 13 swaps them, and then each step waits for the one before.
            asm volatile("");
            for (std::size_t i = 0; i < kGroup; ++i) value[i] = value[i] * kFactor + summand[i];
        }
        std::copy_n(value, count, y + first);
    }
}

}  // namespace costs
