// Vectors: the four chains of instruction_parallelism.cpp, with a vector of Lanes floats instead of each float. The
// lanes' results are compared with each other only at the end. Both rows are read along k, so a vector is simply
// Lanes neighbours in memory.
#pragma once

#include "common/baseline/multiply/kernel.hpp"
#include "common/baseline/shortcuts/isa.hpp"
#include "common/baseline/shortcuts/min_plus.hpp"

namespace baseline::shortcuts {
namespace {

template <int Lanes, class Vector>
[[gnu::always_inline]] inline float smallest_lane(const Vector& vector) {
    float best = MinPlus::kStart;
    for (int lane = 0; lane < Lanes; ++lane) best = vector[lane] < best ? vector[lane] : best;
    return best;
}

template <int Lanes>
void vectors(const Lengths& lengths, std::size_t first, std::size_t end) {
    using Vector = typename multiply::VectorOf<Lanes>::Type;
    constexpr int kChains = 4;
    static_assert(kPad % (kChains * Lanes) == 0);
    for (std::size_t i = first; i < end; ++i) {
        const float* const from = lengths.d + i * lengths.stride;
        for (std::size_t j = 0; j < lengths.n; ++j) {
            const float* const to = lengths.t + j * lengths.stride;
            Vector best[kChains];
            for (Vector& chain : best) chain = Vector{} + MinPlus::kStart;
            // region: loop
            for (std::size_t k = 0; k < lengths.n; k += kChains * Lanes) {
#pragma GCC unroll 4
                for (int chain = 0; chain < kChains; ++chain) {
                    Vector first_leg, second_leg;
                    multiply::load(first_leg, from + k + chain * Lanes);
                    multiply::load(second_leg, to + k + chain * Lanes);
                    MinPlus::keep_smaller<Vector>(best[chain], first_leg + second_leg);
                }
            }
            // end region
            for (int chain = 1; chain < kChains; ++chain) MinPlus::keep_smaller(best[0], best[chain]);
            lengths.r[i * lengths.n + j] = smallest_lane<Lanes>(best[0]);
        }
    }
}

}  // namespace
}  // namespace baseline::shortcuts
