// References for float and double arithmetic: exact integer arithmetic, rounded once (soft_float.hpp).
#include <doctest/doctest.h>

#include "emulator/test/support/soft_float.hpp"

namespace simt::exec::row_test {
namespace {

constexpr u64 kOne = 0x3f800000;
constexpr u64 kQuietBit = 0x0008000000000000;

bool is_nan(u64 raw, FloatFormat format) { return (raw & ~format.sign()) > format.infinity(); }

// .sat: into [0, 1]; NaN and -0 become +0.
u64 saturated(u64 raw) {
    if (is_nan(raw, kF32) || raw >= 0x80000000) return 0;
    return std::min(raw, kOne);
}

// Which operand's NaN a double instruction returns, as observed on an H200: operand numbers, most preferred first.
std::vector<int> nan_precedence(const Opcode& opcode) {
    if (opcode.is_one_of({"add", "sub", "mul", "min", "max"})) return {1, 0};
    if (opcode.is_one_of({"fma", "mad"})) return {1, 2, 0};
    if (opcode.root() == "div") return {0, 1};
    return {0};
}

u64 nan_result(const Opcode& opcode, const u64* source, FloatFormat format) {
    if (format.precision == kF32.precision) return 0x7fffffff;
    for (const int k : nan_precedence(opcode))
        if (is_nan(source[k], kF64)) return source[k] | kQuietBit;
    return 0xfff8000000000000;
}

Number operation(const Opcode& opcode, const Number& a, const Number& b, const Number& c,
                 Direction direction) {
    const std::string& root = opcode.root();
    if (root == "add") return sum(a, b, direction);
    if (root == "sub") return sum(a, negated(b), direction);
    if (root == "mul") return product(a, b);
    if (root == "fma" || root == "mad") return sum(product(a, b), c, direction);
    if (root == "div") return quotient(a, b);
    if (root == "rcp") return quotient({Number::kFinite, false, 1, 0}, a);
    return square_root(a);
}

Reference arithmetic(const Opcode& opcode, FloatFormat format) {
    const Direction direction = direction_of(opcode);
    const bool ftz = opcode.has("ftz"), sat = opcode.has("sat");
    return exactly([=](const u64* source) {
        Number operands[3];
        for (int k = 0; k < 3; ++k) {
            operands[k] = decode(source[k], format);
            if (ftz) operands[k] = flushed(operands[k], format);
        }
        const Number number = operation(opcode, operands[0], operands[1], operands[2], direction);
        const u64 raw = number.kind == Number::kNan ? nan_result(opcode, source, format)
                                                    : round_to(number, format, direction, ftz);
        return sat ? saturated(raw) : raw;
    });
}

// The bits as a number that orders like the values, -0 below +0; not for NaN.
s64 order(u64 raw, FloatFormat format) {
    const s64 magnitude = static_cast<s64>(raw & ~format.sign());
    return (raw & format.sign()) != 0 ? -magnitude - 1 : magnitude;
}

Reference extremum(const Opcode& opcode, FloatFormat format) {
    const bool is_min = opcode.root() == "min", ftz = opcode.has("ftz"), by_magnitude = opcode.has("xorsign");
    return exactly([=](const u64* source) {
        u64 value[2];
        for (int k = 0; k < 2; ++k) {
            value[k] = by_magnitude ? source[k] & ~format.sign() : source[k];
            if (ftz && flushed(decode(value[k], format), format).is_zero()) value[k] &= format.sign();
        }
        const bool nan[2] = {is_nan(value[0], format), is_nan(value[1], format)};
        if ((nan[0] && nan[1]) || ((nan[0] || nan[1]) && opcode.has("NaN")))
            return nan_result(opcode, source, format);
        const bool first_is_less = order(value[0], format) < order(value[1], format);
        const u64 chosen = nan[0] ? value[1] : nan[1] ? value[0] : value[first_is_less == is_min ? 0 : 1];
        const u64 sign = by_magnitude ? (source[0] ^ source[1]) & format.sign() : 0;
        return chosen | sign;
    });
}

// abs and neg; the sign of a NaN is not touched.
Reference sign_change(const Opcode& opcode, FloatFormat format) {
    return exactly([=](const u64* source) {
        if (is_nan(source[0], format)) return nan_result(opcode, source, format);
        const u64 raw = opcode.root() == "abs" ? source[0] & ~format.sign() : source[0] ^ format.sign();
        const bool to_zero = opcode.has("ftz") && flushed(decode(raw, format), format).is_zero();
        return to_zero ? raw & format.sign() : raw;
    });
}

Reference test_property(const Opcode& opcode, FloatFormat format) {
    return exactly([=](const u64* source) -> u64 {
        const Number number = decode(source[0], format);
        const bool tiny = flushed(number, format).is_zero() && !number.is_zero();
        if (opcode.has("finite")) return number.kind == Number::kFinite;
        if (opcode.has("infinite")) return number.kind == Number::kInfinite;
        if (opcode.has("number")) return number.kind != Number::kNan;
        if (opcode.has("notanumber")) return number.kind == Number::kNan;
        if (opcode.has("normal")) return number.kind == Number::kFinite && !tiny;
        return number.kind == Number::kFinite && tiny;
    });
}

}  // namespace

Reference float_reference(const Opcode& opcode) {
    const FloatFormat format = float_format(opcode.type());
    if (format.precision == 0 || opcode.has("approx") || opcode.has("full")) return {};
    if (opcode.is_one_of({"add", "sub", "mul", "fma", "mad", "div", "rcp", "sqrt"}))
        return arithmetic(opcode, format);
    if (opcode.is_one_of({"min", "max"})) return extremum(opcode, format);
    if (opcode.is_one_of({"abs", "neg"})) return sign_change(opcode, format);
    if (opcode.root() == "testp") return test_property(opcode, format);
    if (opcode.root() == "copysign")
        return exactly(
            [=](const u64* source) { return (source[0] & format.sign()) | (source[1] & ~format.sign()); });
    return {};
}

TEST_CASE("the reference rounds as IEEE 754 does: values worked out by hand") {
    const Number one = decode(0x3f800000, kF32), tiny = decode(0x00000001, kF32);
    CHECK(round_to(sum(one, tiny, Direction::kUp), kF32, Direction::kUp) == 0x3f800001);
    CHECK(round_to(sum(one, tiny, Direction::kDown), kF32, Direction::kDown) == 0x3f800000);
    CHECK(round_to(sum(one, negated(tiny), Direction::kZero), kF32, Direction::kZero) == 0x3f7fffff);
    CHECK(round_to(quotient(one, decode(0x40400000, kF32)), kF32, Direction::kNearest) == 0x3eaaaaab);
    CHECK(round_to(square_root(decode(0x40000000, kF32)), kF32, Direction::kNearest) == 0x3fb504f3);
    CHECK(round_to(product(tiny, tiny), kF32, Direction::kUp) == 0x00000001);
    CHECK(round_to(decode(0x40efffe000000000, kF64), kF16, Direction::kNearest) ==
          0x7c00);  // 65535 overflows f16
    CHECK(round_to(decode(0x380fffffffffffff, kF64), kF32, Direction::kNearest, true) == 0x00800000);
    CHECK(round_to(decode(0x380fffffe0000000, kF64), kF32, Direction::kNearest, true) == 0);
}

}  // namespace simt::exec::row_test
