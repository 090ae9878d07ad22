// Test support: floating point in plain integer arithmetic, after IEEE 754 and the PTX ISA.
//
// A number is mantissa * 2^exponent with a 128-bit mantissa. Operations keep every bit they can. They note lost bits
// in the lowest bit ("jamming"), far below the place where a result is rounded; round_to rounds once.
#pragma once

#include "emulator/test/support/reference.hpp"

namespace simt::exec::row_test {

enum class Direction { kNearest, kZero, kDown, kUp };

// The rounding that an opcode names; to nearest if it names none.
inline Direction direction_of(const Opcode& opcode) {
    if (opcode.has("rz") || opcode.has("rzi")) return Direction::kZero;
    if (opcode.has("rm") || opcode.has("rmi")) return Direction::kDown;
    if (opcode.has("rp") || opcode.has("rpi")) return Direction::kUp;
    return Direction::kNearest;
}

struct FloatFormat {
    int precision, exponent_bits;
    int bits() const { return precision + exponent_bits; }
    int bias() const { return (1 << (exponent_bits - 1)) - 1; }
    u64 infinity() const { return ((u64{1} << exponent_bits) - 1) << (precision - 1); }
    u64 sign() const { return u64{1} << (bits() - 1); }
};
constexpr FloatFormat kF16 = {11, 5}, kBf16 = {8, 8}, kF32 = {24, 8}, kF64 = {53, 11};
// The format of a type; its precision is 0 if the name is not a floating-point type.
inline FloatFormat float_format(std::string_view type) {
    return type == "f16"    ? kF16
           : type == "bf16" ? kBf16
           : type == "f32"  ? kF32
           : type == "f64"  ? kF64
                            : FloatFormat{};
}

struct Number {
    enum Kind { kFinite, kInfinite, kNan } kind = kFinite;
    bool negative = false;
    u128 mantissa = 0;  // 0: zero
    int exponent = 0;
    bool is_zero() const { return kind == kFinite && mantissa == 0; }
};
inline Number nan_number() { return {Number::kNan, false, 0, 0}; }
inline Number infinite(bool negative) { return {Number::kInfinite, negative, 0, 0}; }

inline int width_of(u128 value) {
    int width = 0;
    for (; value != 0; value >>= 1) ++width;
    return width;
}

inline u128 shift_right_jamming(u128 value, int amount) {
    if (amount <= 0) return value;
    if (amount >= 128) return value != 0;
    const bool lost = (value & ((u128{1} << amount) - 1)) != 0;
    return (value >> amount) | (lost ? 1 : 0);
}

inline Number decode(u64 raw, FloatFormat format) {
    const u64 fraction = raw & ((u64{1} << (format.precision - 1)) - 1);
    const int exponent = static_cast<int>((raw & format.infinity()) >> (format.precision - 1));
    Number number;
    number.negative = (raw & format.sign()) != 0;
    if ((raw & format.infinity()) == format.infinity()) {
        number.kind = fraction != 0 ? Number::kNan : Number::kInfinite;
        return number;
    }
    number.mantissa = exponent == 0 ? fraction : fraction | u64{1} << (format.precision - 1);
    number.exponent = std::max(exponent, 1) - format.bias() - (format.precision - 1);
    return number;
}

inline Number flushed(Number number, FloatFormat format) {
    const bool subnormal =
        number.kind == Number::kFinite && width_of(number.mantissa) + number.exponent <= 1 - format.bias();
    if (subnormal) number.mantissa = 0;
    return number;
}

// A mantissa without its lowest `shift` bits, rounded.
inline u128 rounded(u128 mantissa, int shift, bool negative, Direction direction) {
    if (shift <= 0) return mantissa << -shift;
    const u128 kept = shift >= 128 ? 0 : mantissa >> shift;
    const u128 half = shift > 128 ? 0 : u128{1} << (shift - 1);
    const u128 rest = shift >= 128 ? mantissa : mantissa - (kept << shift);
    const bool exact = rest == 0;
    bool up = false;
    switch (direction) {
        case Direction::kNearest:
            up = shift <= 128 && (rest > half || (rest == half && (kept & 1) != 0));
            break;
        case Direction::kZero:
            break;
        case Direction::kDown:
            up = negative && !exact;
            break;
        case Direction::kUp:
            up = !negative && !exact;
            break;
    }
    return kept + (up ? 1 : 0);
}

// The format's bits for a number that is not NaN. With `flush`, a result that would be subnormal if exponents had no
// lower limit becomes zero.
inline u64 round_to(const Number& number, FloatFormat format, Direction direction, bool flush = false) {
    const u64 sign = number.negative ? format.sign() : 0;
    if (number.kind == Number::kInfinite) return sign | format.infinity();
    if (number.mantissa == 0) return sign;
    const int top =
        width_of(number.mantissa) - 1 + number.exponent;  // the value lies in [2^top, 2^(top + 1))
    const int smallest = 1 - format.bias();
    if (flush && top < smallest) {
        const u128 free = rounded(number.mantissa, top - (format.precision - 1) - number.exponent,
                                  number.negative, direction);
        if (top + (width_of(free) > format.precision ? 1 : 0) < smallest) return sign;
    }
    const int unit =
        std::max(top, smallest) - (format.precision - 1);  // the value of the lowest bit is 2^unit
    const u128 mantissa = rounded(number.mantissa, unit - number.exponent, number.negative, direction);
    const bool hidden = mantissa >= u128{1} << (format.precision - 1);
    const bool carried = mantissa == u128{1} << format.precision;
    const int exponent = hidden ? unit + (format.precision - 1) + format.bias() + (carried ? 1 : 0) : 0;
    if (exponent >= (1 << format.exponent_bits) - 1) {
        const bool to_infinity = direction == Direction::kNearest ||
                                 (direction == Direction::kDown && number.negative) ||
                                 (direction == Direction::kUp && !number.negative);
        return sign | (to_infinity ? format.infinity() : format.infinity() - 1);
    }
    const u64 fraction = carried ? 0 : static_cast<u64>(mantissa) & ((u64{1} << (format.precision - 1)) - 1);
    return sign | static_cast<u64>(exponent) << (format.precision - 1) | fraction;
}

inline Number product(const Number& a, const Number& b) {
    if (a.kind == Number::kNan || b.kind == Number::kNan) return nan_number();
    const bool negative = a.negative != b.negative;
    if (a.kind == Number::kInfinite || b.kind == Number::kInfinite)
        return a.is_zero() || b.is_zero() ? nan_number() : infinite(negative);
    return {Number::kFinite, negative, a.mantissa * b.mantissa, a.exponent + b.exponent};
}

// The mantissa shifted up as far as possible, one bit short of the top, so that a sum fits.
inline Number raised(Number number) {
    const int shift = 126 - width_of(number.mantissa);
    number.mantissa <<= shift;
    number.exponent -= shift;
    return number;
}

inline Number sum(const Number& a, const Number& b, Direction direction) {
    if (a.kind == Number::kNan || b.kind == Number::kNan) return nan_number();
    if (a.kind == Number::kInfinite && b.kind == Number::kInfinite)
        return a.negative == b.negative ? a : nan_number();
    if (a.kind == Number::kInfinite) return a;
    if (b.kind == Number::kInfinite) return b;
    const bool zero_sign =
        a.is_zero() && b.is_zero() && a.negative == b.negative ? a.negative : direction == Direction::kDown;
    if (a.is_zero() && b.is_zero()) return {Number::kFinite, zero_sign, 0, 0};
    if (a.is_zero()) return b;
    if (b.is_zero()) return a;
    Number large = raised(a), small = raised(b);
    if (large.exponent < small.exponent ||
        (large.exponent == small.exponent && large.mantissa < small.mantissa))
        std::swap(large, small);
    const u128 aligned = shift_right_jamming(small.mantissa, large.exponent - small.exponent);
    const bool adds = large.negative == small.negative;
    const u128 mantissa = adds ? large.mantissa + aligned : large.mantissa - aligned;
    if (mantissa == 0) return {Number::kFinite, zero_sign, 0, 0};
    return {Number::kFinite, large.negative, mantissa, large.exponent};
}

inline Number negated(Number number) {
    number.negative = !number.negative;
    return number;
}

inline Number quotient(const Number& a, const Number& b) {
    if (a.kind == Number::kNan || b.kind == Number::kNan) return nan_number();
    const bool negative = a.negative != b.negative;
    if (a.kind == Number::kInfinite) return b.kind == Number::kInfinite ? nan_number() : infinite(negative);
    if (b.kind == Number::kInfinite || (a.is_zero() && !b.is_zero()))
        return {Number::kFinite, negative, 0, 0};
    if (b.is_zero()) return a.is_zero() ? nan_number() : infinite(negative);
    const Number dividend = raised(a);
    const int shift = std::max(0, 60 - width_of(b.mantissa));  // a subnormal divisor would leave too few bits
    const u128 divisor = b.mantissa << shift;
    const u128 whole = dividend.mantissa / divisor;
    const bool lost = whole * divisor != dividend.mantissa;
    return {Number::kFinite, negative, whole << 1 | (lost ? 1 : 0),
            dividend.exponent - b.exponent + shift - 1};
}

inline Number square_root(const Number& a) {
    if (a.kind == Number::kNan || a.is_zero()) return a;
    if (a.negative) return nan_number();
    if (a.kind == Number::kInfinite) return a;
    Number square = raised(a);
    if (square.exponent % 2 != 0) square.mantissa >>= 1, square.exponent += 1;
    u128 root = 0;
    for (int bit = 63; bit >= 0; --bit) {
        const u128 trial = root | u128{1} << bit;
        if (trial * trial <= square.mantissa) root = trial;
    }
    const bool lost = root * root != square.mantissa;
    return {Number::kFinite, false, root << 1 | (lost ? 1 : 0), square.exponent / 2 - 1};
}

// The number as a long double, which holds every number of these formats.
inline long double value_of(u64 raw, FloatFormat format) {
    const Number number = decode(raw, format);
    if (number.kind == Number::kNan) return std::nanl("");
    const long double magnitude =
        number.kind == Number::kInfinite
            ? static_cast<long double>(INFINITY)
            : std::ldexp(static_cast<long double>(number.mantissa), number.exponent);
    return number.negative ? -magnitude : magnitude;
}

}  // namespace simt::exec::row_test
