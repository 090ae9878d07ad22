// Ways to write min(best, a0 + b0, a1 + b1), and what sm_90 makes of them. Two relaxations each:
//
//   Ternary     FADD, FSETP, FSEL twice                 six instructions
//   Fminf       FADD, FMNMX twice                       four
//   ThreeInput  FADD twice, VIMNMX3                     three; for lengths that are not negative
//   AddMin      VIADDMNMX twice                         two; integers
//   AddPairs    two additions, VIMNMX3                  three; integers
//   AddMin16    VIADDMNMX.16x2 twice                    two, and four relaxations; pairs of 16-bit integers
//
// A Form is a parameter of the kernels in tunable.cuh and roof.cuh.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "chapters/05-shortcuts/parts/forms.hpp"
#include "common/cuda/dpx.cuh"

namespace forms {

struct OfFloat {
    using Word = float;
    using Result = float;
    static constexpr int kResultsInAWord = 1;
    static __device__ float no_edge() { return HUGE_VALF; }
    static __device__ float result(float word, int) { return word; }
};

// The comparison of C++. NaN: a sum that is NaN is never smaller.
struct Ternary : OfFloat {
    static __device__ float smaller(float a, float b) { return b < a ? b : a; }
    static __device__ float relax(float best, float a0, float b0, float a1, float b1) {
        return smaller(smaller(best, a0 + b0), a1 + b1);
    }
};

// The function of C: of a number and NaN the number.
struct Fminf : OfFloat {
    static __device__ float relax(float best, float a0, float b0, float a1, float b1) {
        return fminf(fminf(best, a0 + b0), a1 + b1);
    }
};

// The bits of floats that are not negative, read as integers, are in the floats' order, with infinity above all numbers and NaN
// above infinity: an integer minimum of three does what two float minima do. Of negative floats the order is reversed.
struct ThreeInput : OfFloat {
    static __device__ float relax(float best, float a0, float b0, float a1, float b1) {
        return __int_as_float(
            __vimin3_s32(__float_as_int(a0 + b0), __float_as_int(a1 + b1), __float_as_int(best)));
    }
};

struct OfInt32 {
    using Word = std::int32_t;
    using Result = std::int32_t;
    static constexpr int kResultsInAWord = 1;
    static __device__ std::int32_t no_edge() { return kNoEdge32; }
    static __device__ std::int32_t result(std::int32_t word, int) { return word; }
};

struct AddMin : OfInt32 {
    static __device__ std::int32_t relax(std::int32_t best, std::int32_t a0, std::int32_t b0, std::int32_t a1,
                                         std::int32_t b1) {
        return __viaddmin_s32(a1, b1, __viaddmin_s32(a0, b0, best));
    }
};

// The addition as a multiplication by gridDim.z, which is 1, though the compiler does not know that. Otherwise it would join addition
// and minimum into one instruction again, on the unit for minima. Multiply-add has units of its own.
struct AddPairs : OfInt32 {
    static __device__ std::int32_t sum(std::int32_t a, std::int32_t b) {
        std::int32_t result;
        asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(gridDim.z), "r"(b));
        return result;
    }
    static __device__ std::int32_t relax(std::int32_t best, std::int32_t a0, std::int32_t b0, std::int32_t a1,
                                         std::int32_t b1) {
        return __vimin3_s32(sum(a0, b0), sum(a1, b1), best);
    }
};

// Two columns in a word, 16 bits each; the first factor has its length in both halves.
struct AddMin16 {
    using Word = std::uint32_t;
    using Result = std::int32_t;
    static constexpr int kResultsInAWord = 2;
    static __device__ std::uint32_t no_edge() { return kNoEdge16 * 0x10001u; }
    static __device__ std::int32_t result(std::uint32_t word, int half) {
        const std::int32_t length = static_cast<std::int32_t>(half == 0 ? word & 0xffff : word >> 16);
        return length == kNoEdge16 ? kNoEdge32 : length;
    }
    static __device__ std::uint32_t relax(std::uint32_t best, std::uint32_t a0, std::uint32_t b0,
                                          std::uint32_t a1, std::uint32_t b1) {
        return __viaddmin_s16x2(a1, b1, __viaddmin_s16x2(a0, b0, best));
    }
};

}  // namespace forms
