// More reuse: vectors go along j, so that one element d[i][k] serves a whole vector of d[k][j], and there are no
// lanes to compare at the end. A tile of Rows x 2 vectors of r stays in registers: with 6 rows of 16 floats, 22
// floats are loaded for 96 relaxations; register_reuse.hpp loads 48 for 72. No transposed copy is needed either: row
// k of d is read as it lies.
//
// With Ahead > 0 this is the rung `prefetch`: the line of row k + Ahead is prefetched. Successive lines are a whole
// row apart, for large n on another page, which the CPU does not predict.
#pragma once

#include "common/baseline/multiply/kernel.hpp"
#include "common/baseline/shortcuts/isa.hpp"
#include "common/baseline/shortcuts/min_plus.hpp"

namespace baseline::shortcuts {
namespace {

template <int Lanes, int Rows, int Ahead>
void more_reuse(const Lengths& lengths, std::size_t first, std::size_t end) {
    using Vector = typename multiply::VectorOf<Lanes>::Type;
    constexpr int kVectors = 2;
    constexpr int kCols = kVectors * Lanes;
    static_assert(kPad % kCols == 0 && Rows <= static_cast<int>(kPad));
    for (std::size_t i = first; i < end; i += Rows) {
        for (std::size_t j = 0; j < lengths.n; j += kCols) {
            Vector best[Rows][kVectors];
#pragma GCC unroll 16
            for (int y = 0; y < Rows; ++y) {
                for (int x = 0; x < kVectors; ++x) best[y][x] = Vector{} + MinPlus::kStart;
            }
            const float* from = lengths.d + i * lengths.stride;
            const float* to = lengths.d + j;
            // region: loop
            for (std::size_t k = 0; k < lengths.n; ++k, to += lengths.stride) {
                if (Ahead > 0) __builtin_prefetch(to + Ahead * lengths.stride);
                Vector second_leg[kVectors];
#pragma GCC unroll 2
                for (int x = 0; x < kVectors; ++x) multiply::load(second_leg[x], to + x * Lanes);
#pragma GCC unroll 16
                for (int y = 0; y < Rows; ++y) {
#pragma GCC unroll 2
                    for (int x = 0; x < kVectors; ++x)
                        MinPlus::step(best[y][x], from[y * lengths.stride + k], second_leg[x]);
                }
            }
            // end region
            for (std::size_t y = 0; y < Rows && i + y < end; ++y) {
                alignas(64) float line[kCols];
                for (int x = 0; x < kVectors; ++x) multiply::store(line + x * Lanes, best[y][x]);
                float* const r = lengths.r + (i + y) * lengths.n + j;
                for (std::size_t x = 0; x < kCols && j + x < lengths.n; ++x) r[x] = line[x];
            }
        }
    }
}

}  // namespace
}  // namespace baseline::shortcuts
