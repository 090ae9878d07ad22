// How tensor cores add: the one place that decides the bits of products of f16, bf16, tf32 and 8-bit floats.
//
// D = A × B + C is computed by blocks of k, from k = 0 on. A block's products are exact. They and the accumulator are aligned to
// the largest exponent among them, where kFraction bits behind the binary point are kept and the others cut off. The sum of these
// terms is exact. Rounded to the accumulator's type, it is the accumulator of the next block: to f32 towards zero, to f16 to
// nearest. The exponent of a product is the sum of its factors' exponents, although the product may be as large as four; subnormal
// numbers are not normalised; zeros have no exponent. Every NaN and every infinity of two signs gives the NaN 0x7fffffff or
// 0x7fff, an overflow an infinity, a sum that is or rounds to zero +0. A block has 16 numbers, of tf32 eight in mma and wgmma and
// four in wmma.
//
// What ptxas makes of other instructions adds differently (Sums in decode/matrix_form.hpp):
//   - mma of 8-bit floats: they become f16. Two blocks without C follow each other: of each four numbers along k the first two, then
//     the last two. C is added at the end, rounded to nearest.
//   - mma.m8n8k4: ordinary f32 arithmetic. To f32: the products one after the other, then C. To f16: C and the sum of the first two
//     products, then the sum of the last two.
//   - wmma with C in f32 and D in f16: the sum in f32 is rounded once more, to nearest.
//   - wgmma of 8-bit floats keeps kShortFraction bits: of the terms behind the binary point, and of the fraction of each f32.
//
// Sources: Fasi, Higham, Mikaitis, Pranesh, Numerical behavior of NVIDIA tensor cores, PeerJ Computer Science 2021; Li et al.,
// FTTN, 2024; Xie et al., MMA-Sim, arXiv 2511.10909; Khattak and Mikaitis, Accurate models of NVIDIA tensor cores, arXiv
// 2512.07004; and what an H200 returned (test/hardware/tensor_cores.sh), with which every form agrees.
#pragma once

#include <algorithm>

#include "emulator/exec/ops/half.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

constexpr int kFraction = 25;
constexpr int kShortFraction = 13;    // of wgmma's sums of 8-bit floats
constexpr s32 kNoExponent = -100000;  // of zero

// significand × 2^(exponent - bits of the fraction); the significand has a sign.
struct Unpacked {
    s32 significand, exponent;
};

// Formats by their bits: a sign, an exponent and a fraction.
struct Format {
    int fraction, exponent;
    u32 lowest_special;  // magnitudes from there on are infinities and NaNs
};
constexpr Format kF16{10, 5, 0x7c00}, kBf16{7, 8, 0x7f80}, kTf32{10, 8, 0x3fc00}, kF32{23, 8, 0x7f800000},
    kE4m3{3, 4, 0x7f}, kE5m2{2, 5, 0x7c};

inline Unpacked unpack(u32 bits, const Format& format) {
    const u32 fraction_mask = (1u << format.fraction) - 1, exponent_mask = (1u << format.exponent) - 1;
    const u32 field = bits >> format.fraction & exponent_mask;
    const u32 magnitude = (bits & fraction_mask) | (field != 0 ? fraction_mask + 1 : 0);
    const bool negative = (bits >> (format.fraction + format.exponent) & 1u) != 0;
    const s32 exponent = static_cast<s32>(field != 0 ? field : 1) - static_cast<s32>(exponent_mask >> 1);
    return {negative ? -static_cast<s32>(magnitude) : static_cast<s32>(magnitude),
            magnitude != 0 ? exponent : kNoExponent};
}

inline bool is_special(u32 bits, const Format& format) {
    return (bits & ((1u << (format.fraction + format.exponent)) - 1)) >= format.lowest_special;
}

// The value with infinities and NaNs, for products of which one is special.
inline double special_value(u32 bits, const Format& format) {
    const u32 sign_bit = format.fraction + format.exponent, magnitude = bits & ((1u << sign_bit) - 1);
    const bool infinite = magnitude == format.lowest_special && format.lowest_special != kE4m3.lowest_special;
    if (is_special(bits, format))
        return infinite ? ((bits >> sign_bit & 1u) != 0 ? -__builtin_inf() : __builtin_inf())
                        : __builtin_nan("");
    return unpack(bits, format).significand;  // of no matter but for its sign and for being zero
}

// Cuts a term's bits off. away: by how much its exponent is below the largest.
inline s32 aligned(s32 term, s32 away) {
    const u32 magnitude = static_cast<u32>(term < 0 ? -term : term) >> (away > 31 ? 31 : away);
    return term < 0 ? -static_cast<s32>(magnitude) : static_cast<s32>(magnitude);
}

// |value| is a multiple of a power of two far above the smallest double.
inline float rounded_to_zero(double value) {
    const double magnitude = __builtin_fabs(value);
    if (magnitude >= 0x1p128) return value < 0 ? -__builtin_inff() : __builtin_inff();
    if (magnitude < 0x1p-126) {
        const float units = static_cast<float>(static_cast<s32>(magnitude * 0x1p149)) * 0x1p-149f;
        return value < 0 ? -units : units;
    }
    return static_cast<float>(double_of(bits_of(value) & ~u64{0x1fffffff}));
}

// Adds a block's products to kColumns accumulators of one row. a, its exponents: `count` numbers. b: `count` rows of kColumns
// numbers, b_stride apart. pairs: the block has two numbers of each four. shift: what the exact products are shifted by, so that they have `fraction` bits behind the binary point.
// sum: in units of 2^(*_exponent - fraction).
constexpr u32 kColumns = 8;
struct RowSum {
    s64 sum[kColumns];
    s32 exponent[kColumns];
};
struct Factors {
    const s32* significand;
    const s32* exponent;
};
template <int fraction, bool pairs>
void add_block(RowSum& row, Factors a, Factors b, u32 count, u32 b_stride, int shift, const Unpacked* c) {
    const auto place = [](u32 k) { return pairs ? k / 2 * 4 + k % 2 : k; };
    alignas(64) s32 top[kColumns], part[kColumns];
    for (u32 j = 0; j < kColumns; ++j) top[j] = c[j].exponent;
    for (u32 k = 0; k < count; ++k)
        for (u32 j = 0; j < kColumns; ++j) {
            const s32 exponent = a.exponent[place(k)] + b.exponent[place(k) * b_stride + j];
            top[j] = exponent > top[j] ? exponent : top[j];
        }
    for (u32 j = 0; j < kColumns; ++j) {
        row.exponent[j] = top[j];
        row.sum[j] = fraction > 23 ? aligned(c[j].significand * (1 << std::max(fraction - 23, 0)),
                                             top[j] - c[j].exponent)
                                   : aligned(c[j].significand, top[j] - c[j].exponent + 23 - fraction);
    }
    constexpr u32 kAtOnce = 8;  // products of at most 27 bits whose sum fits in 32
    for (u32 first = 0; first < count; first += kAtOnce) {
        for (u32 j = 0; j < kColumns; ++j) part[j] = 0;
        for (u32 k = first; k < count && k < first + kAtOnce; ++k)
            for (u32 j = 0; j < kColumns; ++j) {
                const u32 at = place(k) * b_stride + j;
                part[j] += aligned(a.significand[place(k)] * b.significand[at] * (1 << shift),
                                   top[j] - a.exponent[place(k)] - b.exponent[at]);
            }
        for (u32 j = 0; j < kColumns; ++j) row.sum[j] += part[j];
    }
}

// The sum of column j as a double, exactly: it has at most 33 bits.
template <int fraction>
double value_of(const RowSum& row, u32 j) {
    if (row.sum[j] == 0) return 0;
    return static_cast<double>(row.sum[j]) * power_of_two(row.exponent[j] - fraction);
}

}  // namespace
}  // namespace simt::exec::SIMT_ISA
