// The roof of the CPU's ladder: as many additions and comparisons as a core can do when everything is in registers and nothing
// waits for anything. A relaxation is one of each.
#pragma once

#include "common/baseline/multiply/kernel.hpp"
#include "common/baseline/shortcuts/min_plus.hpp"

namespace baseline::shortcuts {
namespace {

// To the compiler, the vector is another one after this; no instruction comes of it. So additions of the same are made anew.
template <class Vector>
[[gnu::always_inline]] inline void as_if_changed(Vector& vector) {
#if defined(__AVX512F__)
    asm volatile("" : "+v"(vector));
#elif defined(__x86_64__)
    asm volatile("" : "+x"(vector));
#elif defined(__aarch64__)
    asm volatile("" : "+w"(vector));
#else
    asm volatile("" : "+m"(vector));
#endif
}

template <int Lanes>
double peak(std::size_t rounds) {
    using Vector = typename multiply::VectorOf<Lanes>::Type;
    constexpr int kChains = 10;
    Vector best[kChains];
    for (Vector& chain : best) chain = Vector{} + MinPlus::kStart;
    Vector first_leg = Vector{} + 1;
    Vector second_leg = Vector{} + 2;
    as_if_changed(second_leg);
    for (std::size_t round = 0; round < rounds; ++round) {
#pragma GCC unroll 10
        for (Vector& chain : best) {
            as_if_changed(first_leg);
            MinPlus::keep_smaller<Vector>(chain, first_leg + second_leg);
        }
    }
    for (Vector& chain : best) as_if_changed(chain);
    return static_cast<double>(rounds) * kChains * Lanes;
}

}  // namespace
}  // namespace baseline::shortcuts
