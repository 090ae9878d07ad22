// Reuse in registers: three rows of d with three columns at a time. Six vectors are loaded for nine vector
// relaxations; vectors.hpp loads two for each. The nine results are also nine chains that do not wait for each other.
#pragma once

#include "common/baseline/shortcuts/vectors.hpp"

namespace baseline::shortcuts {
namespace {

template <int Lanes>
void register_reuse(const Lengths& lengths, std::size_t first, std::size_t end) {
    using Vector = typename multiply::VectorOf<Lanes>::Type;
    constexpr int kSide = 3;
    for (std::size_t i = first; i < end; i += kSide) {
        for (std::size_t j = 0; j < lengths.n; j += kSide) {
            const float* const from = lengths.d + i * lengths.stride;
            const float* const to = lengths.t + j * lengths.stride;
            Vector best[kSide][kSide];
            for (auto& row : best) {
                for (Vector& element : row) element = Vector{} + MinPlus::kStart;
            }
            // region: loop
            for (std::size_t k = 0; k < lengths.n; k += Lanes) {
                Vector first_leg[kSide], second_leg[kSide];
#pragma GCC unroll 3
                for (int side = 0; side < kSide; ++side) {
                    multiply::load(first_leg[side], from + side * lengths.stride + k);
                    multiply::load(second_leg[side], to + side * lengths.stride + k);
                }
#pragma GCC unroll 3
                for (int y = 0; y < kSide; ++y) {
#pragma GCC unroll 3
                    for (int x = 0; x < kSide; ++x)
                        MinPlus::keep_smaller<Vector>(best[y][x], first_leg[y] + second_leg[x]);
                }
            }
            // end region
            for (std::size_t y = 0; y < kSide && i + y < end; ++y) {
                for (std::size_t x = 0; x < kSide && j + x < lengths.n; ++x)
                    lengths.r[(i + y) * lengths.n + j + x] = smallest_lane<Lanes>(best[y][x]);
            }
        }
    }
}

}  // namespace
}  // namespace baseline::shortcuts
