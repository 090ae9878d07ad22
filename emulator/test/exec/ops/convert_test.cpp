// References for cvt: the source as an exact number, rounded or clamped once to the destination.
#include <doctest/doctest.h>

#include "emulator/test/support/soft_float.hpp"

namespace simt::exec::row_test {
namespace {

bool is_float(const std::string& type) { return float_format(type).precision != 0; }

Number from_integer(s128 value) {
    return {Number::kFinite, value < 0, static_cast<u128>(value < 0 ? -value : value), 0};
}

// Rounded to an integer: the magnitude, without a sign. Past 2^100 it does not matter how large.
u128 integral_magnitude(const Number& number, Direction direction) {
    if (number.exponent > 60) return number.mantissa == 0 ? 0 : u128{1} << 100;
    return rounded(number.mantissa, -number.exponent, number.negative, direction);
}

u64 to_integer(const Number& number, IntegerType type, bool is_wide_source, Direction direction) {
    if (number.kind == Number::kNan) return type.bits == 64 || is_wide_source ? u64{1} << (type.bits - 1) : 0;
    s128 value = number.negative ? lowest(type) : highest(type);
    if (number.kind == Number::kFinite) {
        const s128 magnitude = static_cast<s128>(integral_magnitude(number, direction));
        value = clamp(number.negative ? -magnitude : magnitude, type);
    }
    return low_bits(value, type.bits);
}

// 8-bit results fill their 16-bit register with their sign.
u64 in_register(u64 raw, IntegerType type) {
    return type.bits == 8 ? low_bits(number_in(raw, type), 16) : raw;
}

// How a NaN of one format comes out in another, as observed on an H200.
u64 converted_nan(const Opcode& opcode, u64 raw, const std::string& to, const std::string& from) {
    const FloatFormat format = float_format(to);
    const bool unchanged_type = to == from && to.back() != '6' && !opcode.has("rni") && !opcode.has("rzi") &&
                                !opcode.has("rmi") && !opcode.has("rpi") && !opcode.has("ftz");
    if (unchanged_type) return raw;
    if (from == "bf16" && to == "f32" && !opcode.has("ftz")) return raw << 16;
    const bool flushes_first = opcode.has("ftz") && from == "f32";
    const bool keeps_payload = (from == "f64" || to == "f64") && !flushes_first;
    if (!keeps_payload) {
        if (to == "f64") return 0x7fffffffe0000000;  // the canonical float, widened
        return to == "f32" ? 0x7fffffff : 0x7fff;
    }
    // Sign, quiet bit and the upper part of the payload.
    const FloatFormat source_format = float_format(from);
    const u64 fraction = raw & ((u64{1} << (source_format.precision - 1)) - 1);
    const int moved = source_format.precision - format.precision;
    const u64 payload = moved > 0 ? fraction >> moved : fraction << -moved;
    const u64 sign = (raw & source_format.sign()) != 0 ? format.sign() : 0;
    return sign | format.infinity() | payload | u64{1} << (format.precision - 2);
}

u64 float_to_float(const Opcode& opcode, u64 raw, const std::string& to, const std::string& from) {
    const FloatFormat source_format = float_format(from), format = float_format(to);
    const Direction direction = direction_of(opcode);
    const bool ftz = opcode.has("ftz"), sat = opcode.has("sat"), relu = opcode.has("relu");
    Number number = decode(raw, source_format);
    if (ftz && from == "f32" && to != "f16") number = flushed(number, source_format);
    if (number.kind == Number::kNan) return sat ? 0 : converted_nan(opcode, raw, to, from);
    if ((relu || sat) && number.negative) return 0;
    const bool integral = opcode.part(1).size() == 3 && opcode.part(1)[2] == 'i';
    if (integral && number.kind == Number::kFinite && number.exponent < 0) {
        number.mantissa = rounded(number.mantissa, -number.exponent, number.negative, direction);
        number.exponent = 0;
    }
    const u64 one = static_cast<u64>(format.bias()) << (format.precision - 1);
    u64 result = round_to(number, format, integral ? Direction::kNearest : direction, ftz && to == "f32");
    if (opcode.has("satfinite") && (result & ~format.sign()) == format.infinity()) --result;
    return sat ? std::min(result, one) : result;
}

Reference tf32() {
    return exactly([](const u64* source) {
        Number number = decode(source[0], kF32);
        if (number.kind != Number::kFinite) return source[0] & 0xffffe000;
        // Half a unit is added to the magnitude, the rest cut off.
        const u64 magnitude = (source[0] & 0x7fffffff) / 0x1000 + 1;
        return (source[0] & 0x80000000) | magnitude / 2 * 0x2000;
    });
}

}  // namespace

Reference convert_reference(const Opcode& opcode) {
    if (opcode.root() != "cvt") return {};
    const std::string to = opcode.part(-2), from = opcode.part(-1);
    if (to == "tf32") return tf32();
    if (to == "f16x2" || to == "bf16x2")
        return exactly([=](const u64* source) {
            const std::string half = to.substr(0, to.size() - 2);
            return float_to_float(opcode, source[0], half, from) << 16 |
                   float_to_float(opcode, source[1], half, from);
        });
    const Direction direction = direction_of(opcode);
    const IntegerType to_type = integer_type(to), from_type = integer_type(from);
    if (is_float(to) && is_float(from))
        return exactly([=](const u64* source) { return float_to_float(opcode, source[0], to, from); });
    if (is_float(to) && from_type.bits != 0)
        return exactly([=](const u64* source) {
            const Number number = from_integer(number_in(source[0], from_type));
            if (opcode.has("sat") && number.negative) return u64{0};
            const u64 one = static_cast<u64>(float_format(to).bias()) << (float_format(to).precision - 1);
            const u64 result = round_to(number, float_format(to), direction);
            return opcode.has("sat") ? std::min(result, one) : result;
        });
    if (is_float(from) && to_type.bits != 0)
        return exactly([=](const u64* source) {
            Number number = decode(source[0], float_format(from));
            if (opcode.has("ftz")) number = flushed(number, float_format(from));
            return in_register(to_integer(number, to_type, from == "f64", direction), to_type);
        });
    if (to_type.bits != 0 && from_type.bits != 0)
        return exactly([=](const u64* source) {
            const s128 number = number_in(source[0], from_type);
            const s128 value = opcode.has("sat") ? clamp(number, to_type) : number;
            return in_register(low_bits(value, to_type.bits), to_type);
        });
    return {};
}

}  // namespace simt::exec::row_test
