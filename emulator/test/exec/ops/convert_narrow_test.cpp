// References for conversions to and from 8-bit floats, tf32 and packed small integers: the nearest of all the numbers that
// a format has, found by looking at each.
#include <doctest/doctest.h>

#include <cmath>

#include "emulator/test/support/soft_float.hpp"

namespace simt::exec::row_test {
namespace {

constexpr FloatFormat kTf32 = {11, 8};

// The values of e4m3 and e5m2 by their definitions: bit patterns 0 to `largest` are finite.
struct SmallFormat {
    int mantissa_bits, bias;
    u64 largest;
    long double value(u64 magnitude) const {
        const int exponent = static_cast<int>(magnitude >> mantissa_bits);
        const u64 fraction = magnitude & ((u64{1} << mantissa_bits) - 1);
        const u64 mantissa = exponent == 0 ? fraction : fraction | u64{1} << mantissa_bits;
        return std::ldexp(static_cast<long double>(mantissa), std::max(exponent, 1) - bias - mantissa_bits);
    }
};
constexpr SmallFormat kE4m3 = {3, 7, 0x7e}, kE5m2 = {2, 15, 0x7b};

u64 nearest(long double value, const SmallFormat& format, bool relu) {
    if (std::isnan(value)) return 0x7f;
    const bool negative = std::signbit(value);
    if (negative && relu) return 0;
    const long double magnitude = std::fabs(value);
    u64 best = format.largest;  // also for all that lies beyond
    if (magnitude < format.value(format.largest))
        for (u64 bits = 0; bits < format.largest; ++bits) {
            const long double below = magnitude - format.value(bits),
                              above = format.value(bits + 1) - magnitude;
            if (below < 0 || above < 0) continue;
            best = below < above || (below == above && bits % 2 == 0) ? bits : bits + 1;
            break;
        }
    return best | (negative ? 0x80 : 0);
}

u64 as_f16(u64 byte, const SmallFormat& format, bool relu) {
    if ((byte & 0x7f) > format.largest && (format.mantissa_bits == 3 || (byte & 0x7f) != 0x7c)) return 0x7fff;
    if ((byte & 0x80) != 0 && relu) return 0;
    const u64 sign = (byte & 0x80) << 8;
    if ((byte & 0x7f) > format.largest) return sign | 0x7c00;
    const long double scaled = std::ldexp(format.value(byte & 0x7f), 24);
    return sign |
           round_to({Number::kFinite, false, static_cast<u128>(scaled), -24}, kF16, Direction::kNearest);
}

Reference eight_bits(const Opcode& opcode, const std::string& to, const std::string& from) {
    const bool relu = opcode.has("relu");
    const SmallFormat format = to == "e4m3x2" || from == "e4m3x2" ? kE4m3 : kE5m2;
    if (to == "f16x2")
        return exactly([=](const u64* source) {
            return as_f16(source[0] >> 8 & 0xff, format, relu) << 16 | as_f16(source[0] & 0xff, format, relu);
        });
    return exactly([=](const u64* source) {
        const bool halves = from == "f16x2";
        const long double high =
            halves ? value_of(source[0] >> 16 & 0xffff, kF16) : value_of(source[0], kF32);
        const long double low = halves ? value_of(source[0] & 0xffff, kF16) : value_of(source[1], kF32);
        return nearest(high, format, relu) << 8 | nearest(low, format, relu);
    });
}

// cvt.rna.satfinite is a sequence of instructions on a GPU: what the plain form makes of a number, less one place if that
// is not finite.
Reference tf32(const Opcode& opcode) {
    return exactly([=](const u64* source) -> u64 {
        const Number number = decode(source[0], kF32);
        if (opcode.has("rna")) {
            const bool finite = number.kind == Number::kFinite;
            const u64 magnitude = (source[0] & 0x7fffffff) / 0x2000 * 2 + (source[0] & 0x1000) / 0x1000 + 1;
            const u64 units = finite ? magnitude / 2 : (source[0] & 0x7fffffff) / 0x2000;
            return (source[0] & 0x80000000) | (units >= 0x7f800000 / 0x2000 ? units - 1 : units) * 0x2000;
        }
        if (number.kind == Number::kNan) return 0x7fffe000;  // measured on an H200
        if (number.negative && opcode.has("relu")) return 0;
        return round_to(number, kTf32, direction_of(opcode)) << 13;
    });
}

Reference packed(const Opcode& opcode) {
    const std::string type = opcode.part(3);
    const int bits = std::stoi(type.substr(1));
    const IntegerType narrow{bits, type[0] == 's'};
    return exactly([=](const u64* source) {
        const IntegerType word{32, true};
        const u64 high = low_bits(clamp(number_in(source[0], word), narrow), bits);
        const u64 low = low_bits(clamp(number_in(source[1], word), narrow), bits);
        const u64 rest = bits == 16 ? 0 : source[2] << (2 * bits);
        return (rest | high << bits | low) & 0xffffffff;
    });
}

}  // namespace

Reference narrow_reference(const Opcode& opcode) {
    if (opcode.root() != "cvt") return {};
    if (opcode.has("pack")) return packed(opcode);
    const std::string to = opcode.part(-2), from = opcode.part(-1);
    if (to == "tf32" && opcode.part(1) + opcode.part(2) != "rnatf32") return tf32(opcode);
    for (const char* type : {"e4m3x2", "e5m2x2"})
        if (to == type || from == type) return eight_bits(opcode, to, from);
    return {};
}

TEST_CASE("8-bit floats have the limits of their definitions") {
    CHECK(kE4m3.value(0x7e) == 448);
    CHECK(kE5m2.value(0x7b) == 57344);
    CHECK(kE4m3.value(1) == 0x1p-9L);
    CHECK(kE5m2.value(1) == 0x1p-16L);
    CHECK(nearest(464, kE4m3, false) == 0x7e);
    CHECK(nearest(-1.0625L, kE4m3, false) == 0xb8);  // half way to 1.125: to even
}

}  // namespace simt::exec::row_test
