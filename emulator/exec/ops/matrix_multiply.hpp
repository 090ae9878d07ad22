// Products of matrices of numbers in memory, for mma, wmma and wgmma: rows of eight results. matrix_sum.hpp has the arithmetic of
// the floating-point types.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "emulator/decode/matrix_form.hpp"
#include "emulator/exec/ops/matrix_sum.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

inline const Format& format_of(Number number) {
    switch (number) {
        case Number::F16:
            return kF16;
        case Number::Bf16:
            return kBf16;
        case Number::Tf32:
            return kTf32;
        case Number::E4m3:
            return kE4m3;
        case Number::E5m2:
            return kE5m2;
        default:
            return kF32;
    }
}

// A factor, row by row. bits: as in memory; tf32 without its lowest 13.
struct FloatView {
    const u32* bits;
    Factors factors;
    const Format* format;
    bool special;  // it has an infinity or a NaN
    FloatView from(u32 index) const {
        return {bits + index, {factors.significand + index, factors.exponent + index}, format, special};
    }
};

// Holds a factor of at most `most` numbers. Fill in `bits`, then call unpack_all().
template <u32 most>
struct FloatMatrix {
    alignas(64) u32 bits[most];
    alignas(64) s32 significand[most], exponent[most];
    Format format;
    bool special = false;

    // negated: each number's sign is flipped. sums: with Sums::Pairs, 8-bit floats become f16 first, in which no e4m3 is subnormal.
    void unpack_all(Number number, u32 count, Sums sums, bool negated = false) {
        format = format_of(number);
        const u32 flipped = negated ? 1u << (format.fraction + format.exponent) : 0;
        if (number == Number::Tf32)
            for (u32 k = 0; k < count; ++k) bits[k] >>= 13;
        u32 any = 0;
        for (u32 k = 0; k < count; ++k) {
            bits[k] ^= flipped;
            Unpacked value = unpack(bits[k], format);
            if (number == Number::E4m3 && sums == Sums::Pairs)
                for (; value.significand != 0 && std::abs(value.significand) < 1 << kE4m3.fraction;
                     --value.exponent)
                    value.significand *= 2;
            significand[k] = value.significand;
            exponent[k] = value.exponent;
            any |= is_special(bits[k], format);
        }
        special = any != 0;
    }
    FloatView view() const { return {bits, {significand, exponent}, &format, special}; }
};

// The bits of a number of the accumulator's type, f16 or f32, with that value. What rounds to zero is +0.
template <int fraction>
u32 bits_of_sum(double value, bool is_half) {
    const u32 bits = is_half ? encode<F16, Round::kNearest>(value)
                             : bits_of(rounded_to_zero(value)) &
                                   ~((1u << (kF32.fraction - std::min(fraction, kF32.fraction))) - 1);
    return bits == (is_half ? 0x8000u : kSign) ? 0 : bits;
}

// With the bits of an f32's fraction.
inline Unpacked unpack_accumulator(u32 bits, bool is_half) {
    Unpacked value = unpack(bits, is_half ? kF16 : kF32);
    if (is_half) value.significand *= 1 << (kF32.fraction - kF16.fraction);
    return value;
}

inline bool is_half(const MatrixForm& form, FragmentOf which) { return form.of(which).number == Number::F16; }

// The bits of a result as a double, and back to the bits of D.
inline double value_of_bits(u32 bits, bool half) {
    return half ? double{decode<F16>(static_cast<u16>(bits))} : double{float_of(bits)};
}
inline u32 rounded_result(float value, bool half) {
    return half ? encode<F16, Round::kNearest>(double{value}) : bits_of(canonical(value));
}

// A sum with an infinity or NaN among its factors or in the accumulator c, which has the sum's type. sum: the result without them.
inline u32 sum_of_specials(const MatrixForm& form, const FloatView& row, const FloatView& column, u32 c,
                           bool half, u32 sum) {
    const Format& accumulator = half ? kF16 : kF32;
    double special = is_special(c, accumulator) ? special_value(c, accumulator) : 0;
    for (u32 k = 0; k < form.k; ++k) {
        const u32 left = row.bits[k], right = column.bits[k * form.n];
        if (is_special(left, *row.format) || is_special(right, *column.format))
            special += special_value(left, *row.format) * special_value(right, *column.format);
    }
    if (special == 0) return sum;
    if (special != special) return half ? u32{kHalfNan} : kCanonicalNan;
    return bits_of_sum<kFraction>(special, half);
}

// Eight sums of one row: the row of A, times the columns that begin at b, plus sums, which are f16 or f32. fraction, pairs: see
// add_block.
template <int fraction, bool pairs>
void sum_row(const MatrixForm& form, const FloatView& a, const FloatView& b, u32* sums, bool half) {
    const int shift = fraction - a.format->fraction - b.format->fraction;
    Unpacked accumulator[kColumns];
    u32 before[kColumns];
    bool special = a.special || b.special, overflowed[kColumns] = {};
    for (u32 j = 0; j < kColumns; ++j) {
        before[j] = sums[j];
        accumulator[j] = unpack_accumulator(sums[j], half);
        special |= is_special(sums[j], half ? kF16 : kF32);
    }
    for (u32 k = 0; k < form.k; k += form.block) {
        const u32 first = pairs ? k / form.block * 2 : k;
        RowSum sum;
        add_block<fraction, pairs>(sum, a.from(first).factors, b.from(first * form.n).factors, form.block,
                                   form.n, shift, accumulator);
        for (u32 j = 0; j < kColumns; ++j) {
            if (overflowed[j]) continue;
            sums[j] = bits_of_sum<fraction>(value_of<fraction>(sum, j), half);
            overflowed[j] = is_special(sums[j], half ? kF16 : kF32);
            accumulator[j] = unpack_accumulator(sums[j], half);
        }
    }
    if (!special) return;
    for (u32 j = 0; j < kColumns; ++j)
        sums[j] = sum_of_specials(form, a, b.from(j), before[j], half, sums[j]);
}

// Sums::Blocks and Sums::ShortBlocks. d may be c.
template <int fraction>
void add_blocks(const MatrixForm& form, const FloatView& a, const FloatView& b, const u32* c, u32* d) {
    const bool half_c = is_half(form, FragmentOf::C), half_d = is_half(form, FragmentOf::D);
    for (u32 j = 0; j < kColumns; ++j)
        d[j] = half_c && !half_d ? bits_of(decode<F16>(static_cast<u16>(c[j]))) : c[j];
    sum_row<fraction, false>(form, a, b, d, half_c && half_d);
    if (half_d && !half_c)
        for (u32 j = 0; j < kColumns; ++j) d[j] = rounded_result(float_of(d[j]), true);
}

// Sums::Pairs.
inline void add_pairs(const MatrixForm& form, const FloatView& a, const FloatView& b, const u32* c, u32* d) {
    const bool half = is_half(form, FragmentOf::D);
    u32 sums[kColumns] = {};
    sum_row<kFraction, true>(form, a, b, sums, half);
    for (u32 j = 0; j < kColumns; ++j) {
        const double sum = value_of_bits(sums[j], half) + value_of_bits(c[j], half);
        d[j] = half ? encode<F16, Round::kNearest>(sum) : rounded_result(static_cast<float>(sum), false);
    }
}

// Sums::Chain.
inline void add_chain(const MatrixForm& form, const FloatView& a, const FloatView& b, const u32* c, u32* d) {
    const bool half_c = is_half(form, FragmentOf::C), half_d = is_half(form, FragmentOf::D);
    const auto number = [](u32 bits) { return decode<F16>(static_cast<u16>(bits)); };
    for (u32 j = 0; j < kColumns; ++j) {
        const auto add_product = [&](u32 k, float sum) {
            return __builtin_fmaf(number(a.bits[k]), number(b.bits[k * form.n + j]), sum);
        };
        float sum = half_c ? number(c[j]) : float_of(c[j]);
        if (half_d)
            for (const u32 k : {0, 2}) sum += add_product(k + 1, add_product(k, -0.0f));
        else
            sum += add_product(3, add_product(2, add_product(1, add_product(0, 0.0f))));
        d[j] = rounded_result(sum, half_d);
    }
}

inline void multiply_row(const MatrixForm& form, const FloatView& a, const FloatView& b, const u32* c,
                         u32* d) {
    switch (form.sums) {
        case Sums::Blocks:
            return add_blocks<kFraction>(form, a, b, c, d);
        case Sums::ShortBlocks:
            return add_blocks<kShortFraction>(form, a, b, c, d);
        case Sums::Pairs:
            return add_pairs(form, a, b, c, d);
        case Sums::Chain:
            return add_chain(form, a, b, c, d);
    }
}

// s8, u8, s4, u4 as 32-bit numbers.
inline void extend(Number number, u32* numbers, u32 count) {
    const u32 shift = number == Number::S8 ? 24 : 28;
    if (number == Number::U8 || number == Number::U4) return;
    for (u32 k = 0; k < count; ++k)
        numbers[k] = static_cast<u32>(static_cast<s32>(numbers[k] << shift) >> shift);
}

inline u32 saturated(s64 sum) {
    constexpr s64 kLowest = -(s64{1} << 31), kHighest = (s64{1} << 31) - 1;
    return static_cast<u32>(sum < kLowest ? kLowest : sum > kHighest ? kHighest : sum);
}

// The same of integers, or, for single bits, the number of ones in the exclusive or, or the and, of two registers.
template <bool bits>
void multiply_integer_row(const MatrixForm& form, const u32* a, const u32* b, const u32* c, u32* d) {
    u32 sum[kColumns] = {};  // of the products alone: it does not overflow
    for (u32 k = 0; k < form.k; ++k) {
        const u32 left = a[k];
        const u32* const right = b + k * form.n;
        for (u32 j = 0; j < kColumns; ++j)
            sum[j] +=
                !bits
                    ? left * right[j]
                    : static_cast<u32>(std::popcount(form.exclusive_or ? left ^ right[j] : left & right[j]));
    }
    for (u32 j = 0; j < kColumns; ++j)
        d[j] = form.saturates ? saturated(s64{static_cast<s32>(c[j])} + static_cast<s32>(sum[j]))
                              : c[j] + sum[j];
}

}  // namespace
}  // namespace simt::exec::SIMT_ISA
