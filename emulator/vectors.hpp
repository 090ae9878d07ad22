// Eight 32-bit elements at a time, for the files that are compiled once per instruction set (SIMT_ISA names the variant).
#pragma once

#include "emulator/integers.hpp"

#ifndef SIMT_ISA
#define SIMT_ISA generic
#endif

namespace simt::vectors::SIMT_ISA {

// The compiler builds these vectors from the registers that the instruction set has. -Wpsabi
// warns of passing them between functions; all functions here are inlined.
#pragma GCC diagnostic ignored "-Wpsabi"
using Eight = u32 __attribute__((vector_size(32), aligned(4), may_alias));
using SignedEight = s32 __attribute__((vector_size(32)));

// Of the registers that the instruction set has.
#if defined(__AVX512F__)
constexpr u32 kVectorBytes = 64;
#else
constexpr u32 kVectorBytes = 32;
#endif

[[gnu::always_inline]] inline Eight load_eight(const u32* from) {
    Eight value;  // clang expects aligned pointers to vectors, even if the type says otherwise
    __builtin_memcpy(&value, from, sizeof value);
    return value;
}
[[gnu::always_inline]] inline void store_eight(u32* to, Eight value) {
    __builtin_memcpy(to, &value, sizeof value);
}
[[gnu::always_inline]] inline Eight all_eight(u32 value) { return Eight{} + value; }
[[gnu::always_inline]] inline bool any(Eight value) {
#if defined(__AVX__)
    using Four = long long __attribute__((vector_size(32)));
    return __builtin_ia32_ptestz256(reinterpret_cast<Four>(value), reinterpret_cast<Four>(value)) == 0;
#else
    using Four = u64 __attribute__((vector_size(32)));
    const Four words = reinterpret_cast<Four>(value);
    return (words[0] | words[1] | words[2] | words[3]) != 0;
#endif
}

// Four 64-bit elements.
using Four = u64 __attribute__((vector_size(32), aligned(8), may_alias));

[[gnu::always_inline]] inline Four load_four(const u64* from) {
    Four value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
}
// Four signed 32-bit elements, each as one of 64 bits. (g++ 12 makes six instructions of __builtin_convertvector here.)
[[gnu::always_inline]] inline Four widen_four(const s32* from) {
    using Words = s32 __attribute__((vector_size(16)));
    Words words;
    __builtin_memcpy(&words, from, sizeof words);
#if defined(__AVX2__)
    return reinterpret_cast<Four>(__builtin_ia32_pmovsxdq256(words));
#else
    using SignedFour = s64 __attribute__((vector_size(32)));
    return reinterpret_cast<Four>(__builtin_convertvector(words, SignedFour));
#endif
}

inline u32 first_lane(u32 mask) { return static_cast<u32>(__builtin_ctz(mask)); }

}  // namespace simt::vectors::SIMT_ISA
