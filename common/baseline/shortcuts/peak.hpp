// The roof of the CPU's ladder: the most additions and comparisons that a core can do with everything in registers
// and no waiting. A relaxation is one of each.
#pragma once

#include "common/baseline/multiply/kernel.hpp"
#include "common/baseline/shortcuts/min_plus.hpp"

namespace baseline::shortcuts {
namespace {

// Makes the compiler believe that the vector has changed, without an instruction, so that it computes the same
// addition again.
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
