// cvt to and from formats without registers of their own: pairs of 8-bit floats, tf32, packed small integers.
//
// PTX ISA 9.0, section 9.7.9 (cvt, cvt.pack). e4m3 has no infinity: its largest bits are NaN, just above 448. Both
// 8-bit formats always saturate (.satfinite is part of the opcode), and a NaN becomes 0x7f. The first source ends up
// in the upper half. The common formats are in convert_half.cpp.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/half.hpp"
#include "emulator/isa/convert.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// kInfinity: the lowest bits that are not a finite number.
struct E4m3 {
    static constexpr int kPrecision = 4, kMinExponent = -6;
    static constexpr u32 kInfinity = 0x7f;
};
struct E5m2 {
    static constexpr int kPrecision = 3, kMinExponent = -14;
    static constexpr u32 kInfinity = 0x7c;
};

template <Name name, int before = 0>
using EightBitFormat = std::conditional_t<isa::type_from_end(name, before) == "e4m3x2", E4m3, E5m2>;

template <class Format, bool kPositive>
u32 to_eight_bits(double a) {
    const double value = kPositive && a <= 0 ? 0.0 : a;
    const u32 bits = encode<Format, Round::kNearest>(value);
    const u32 magnitude = bits & 0x7fffu;
    const u32 finite = magnitude >= Format::kInfinity ? Format::kInfinity - 1 : magnitude;
    return a != a ? 0x7fu : (bits >> 8 & 0x80u) | finite;
}
template <class Format, bool kPositive>
u16 from_floats(float high, float low) {
    return static_cast<u16>(to_eight_bits<Format, kPositive>(high) << 8 |
                            to_eight_bits<Format, kPositive>(low));
}
template <class Format, bool kPositive>
u16 from_halves(u32 a) {
    const float high = decode<F16>(static_cast<u16>(a >> 16)), low = decode<F16>(static_cast<u16>(a));
    return from_floats<Format, kPositive>(high, low);
}

// f16 represents every number of both formats. An e5m2 number is the upper byte of an f16.
template <class Format>
u32 to_f16(u32 byte) {
    const u32 magnitude = byte & 0x7fu, sign = (byte & 0x80u) << 8;
    if constexpr (Format::kPrecision == E5m2::kPrecision) {
        return magnitude > Format::kInfinity ? u32{kHalfNan} : sign | magnitude << 8;
    } else {
        const u32 subnormal = encode<F16, Round::kNearest>(magnitude * 0x1p-9);
        const u32 number = magnitude < 8 ? subnormal : (magnitude << 7) + (8u << 10);
        return magnitude == Format::kInfinity ? u32{kHalfNan} : sign | number;
    }
}
template <class Format, bool kPositive>
u32 to_f16x2(u16 a) {
    u32 high = to_f16<Format>(a >> 8 & 0xffu), low = to_f16<Format>(a & 0xffu);
    if (kPositive && (high & 0x8000u) != 0) high = 0;
    if (kPositive && (low & 0x8000u) != 0) low = 0;
    return high << 16 | low;
}

// tf32 is a float without its last 13 bits.
template <Round kRound, bool kPositive>
u32 to_tf32(float a) {
    const u32 bits = bits_of(a);
    const u32 half_less_one = kRound == Round::kNearest ? 0x0fffu + (bits >> 13 & 1u) : 0u;
    const bool is_finite = (bits & ~kSign) < 0x7f800000u;
    const u32 rounded = (is_finite ? bits + half_less_one : bits) & 0xffffe000u;
    if (a != a) return kCanonicalNan & 0xffffe000u;  // measured on an H200
    return kPositive && (bits & kSign) != 0 ? 0u : rounded;
}

// Rounds to nearest, ties away from zero, like cvt.rna (convert_half.cpp). Then a result that is not finite is lowered by
// one unit in tf32's last place, so an infinity becomes the largest number.
u32 to_tf32_rna_satfinite(float a) {
    const u32 bits = bits_of(a);
    const u32 rounded = ((bits & ~kSign) < 0x7f800000u ? bits + 0x1000u : bits) & 0xffffe000u;
    return (rounded & ~kSign) >= 0x7f800000u ? rounded - 0x2000u : rounded;
}

// Two integers clamped to kSize bits, a above b; the low end of c fills the rest of the word.
template <int kSize, bool kSigned>
u32 clamped(s32 a) {
    constexpr s32 kLow = kSigned ? -(1 << (kSize - 1)) : 0;
    constexpr s32 kHigh = (1 << (kSigned ? kSize - 1 : kSize)) - 1;
    return static_cast<u32>(a < kLow ? kLow : a > kHigh ? kHigh : a) & ((1u << kSize) - 1);
}
template <int kSize, bool kSigned>
u32 pack(s32 a, s32 b) {
    return clamped<kSize, kSigned>(a) << kSize | clamped<kSize, kSigned>(b);
}
template <int kSize, bool kSigned>
u32 pack_onto(s32 a, s32 b, u32 c) {
    return c << (2 * kSize) | pack<kSize, kSigned>(a, b);
}

constexpr std::tuple kBindings{
    For{"cvt*x2.f32", []<Name n> { return bind_rare<from_floats<EightBitFormat<n, 1>, n.has("relu")>>; }},
    For{"cvt*x2.f16x2", []<Name n> { return bind_rare<from_halves<EightBitFormat<n, 1>, n.has("relu")>>; }},
    For{"cvt*.f16x2.e4m3x2", []<Name n> { return bind_rare<to_f16x2<E4m3, n.has("relu")>>; }},
    For{"cvt*.f16x2.e5m2x2", []<Name n> { return bind_rare<to_f16x2<E5m2, n.has("relu")>>; }},
    For{"cvt*.tf32.f32", []<Name n> { return bind_rare<to_tf32<rounding(n), n.has("relu")>>; }},
    For{"cvt.rna.satfinite.tf32.f32", bind_rare<to_tf32_rna_satfinite>},
    For{"cvt.pack.sat.u16", bind_rare<pack<16, false>>},
    For{"cvt.pack.sat.s16", bind_rare<pack<16, true>>},
    For{"cvt.pack.sat.u8", bind_rare<pack_onto<8, false>>},
    For{"cvt.pack.sat.s8", bind_rare<pack_onto<8, true>>},
    For{"cvt.pack.sat.u4", bind_rare<pack_onto<4, false>>},
    For{"cvt.pack.sat.s4", bind_rare<pack_onto<4, true>>},
    For{"cvt.pack.sat.u2", bind_rare<pack_onto<2, false>>},
    For{"cvt.pack.sat.s2", bind_rare<pack_onto<2, true>>},
};

}  // namespace

std::span<const Handler> convert_narrow_handlers() {
    return handlers<isa::convert_narrow_forms, kBindings>();
}

}  // namespace simt::exec::SIMT_ISA
