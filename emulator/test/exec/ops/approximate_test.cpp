// References for the approximations: the function in long double, and the PTX ISA's bound on the error.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "emulator/test/support/soft_float.hpp"

namespace simt::exec::row_test {
namespace {

constexpr long double kPi = 3.14159265358979323846264338327950288L;

// PTX ISA 9.0, section 9.7.3: an error relative to the result or an absolute one, whichever is larger. The single units
// in the last place of rcp, sqrt and div are taken as 2^-22 and more, since the ISA counts from the exact value.
struct Bound {
    long double relative, absolute;
};

long double exact_value(const Opcode& opcode, long double a, long double b) {
    const std::string& root = opcode.root();
    if (root == "div") {
        const bool vanishes = opcode.has("approx") && std::fabs(b) > 0x1p126L && std::isfinite(b);
        if (!vanishes || std::isnan(a)) return a / b;
        return std::isinf(a) ? std::nanl("") : std::copysign(0.0L, a) * std::copysign(1.0L, b);
    }
    if (root == "rcp") return 1 / a;
    if (root == "sqrt") return std::sqrt(a);
    if (root == "rsqrt") return 1 / std::sqrt(a);
    if (root == "ex2") return std::exp2(a);
    if (root == "lg2") return std::log2(a);
    if (root == "sin") return std::sin(a);
    if (root == "cos") return std::cos(a);
    return std::tanh(a);
}

Bound bound_of(const Opcode& opcode, long double a) {
    const std::string& root = opcode.root();
    if (root == "sin" || root == "cos") {
        if (std::fabs(a) <= 2 * kPi) return {0, 0x1p-20L};
        return {0, std::fabs(a) <= 100 * kPi ? 0x1p-14L : 2.0L};
    }
    if (root == "lg2") return {0x1p-22L, 0x1p-22L};
    if (opcode.type() == "f16") return root == "tanh" ? Bound{0, 0x1.03p-11L} : Bound{0x1.12p-10L, 0};
    if (opcode.type() == "bf16") return root == "tanh" ? Bound{0, 0x1p-8L} : Bound{0x1p-7L, 0};
    if (root == "tanh") return {0x1p-11L, 0};
    if (opcode.type() == "f64") return {opcode.has("ftz") ? 0x1p-20L : 0x1p-51L, 0};
    return {0x1p-22L, 0};
}

bool accepts(const Opcode& opcode, FloatFormat format, const u64* source, u64 got) {
    Number operands[2] = {decode(source[0], format), decode(source[1], format)};
    long double value[2];
    for (int k = 0; k < 2; ++k) {
        const bool to_zero = opcode.has("ftz") && flushed(operands[k], format).is_zero();
        value[k] = to_zero ? (operands[k].negative ? -0.0L : 0.0L) : value_of(source[k], format);
    }
    const bool is_seed = opcode.type() == "f64" && opcode.has("ftz");
    // A seed does not see the lower word, be it all that makes its operand a NaN.
    if (is_seed)
        value[0] = std::isnan(value[0]) && (source[0] >> 32 & 0xfffff) == 0
                       ? value_of(source[0] & 0xffffffff00000000u, format)
                       : value[0];
    const long double expected = exact_value(opcode, value[0], value[1]), result = value_of(got, format);
    if (is_seed && (got & 0xffffffff) != 0) return false;
    if (std::isnan(expected))
        return got == (is_seed                  ? 0x7fffffff00000000u
                       : format.precision == 24 ? 0x7fffffffu
                       : format.bits() == 16    ? 0x7fffu
                                                : got) &&
               std::isnan(result);
    if (std::isnan(result)) return false;
    const long double largest = value_of(format.infinity() - 1, format), smallest = value_of(1, format);
    const long double smallest_normal = std::ldexp(1.0L, 1 - format.bias());
    if (std::isinf(expected) || std::isinf(result))
        return (std::isinf(expected) || std::fabs(expected) > largest) && std::isinf(result) &&
               std::signbit(expected) == std::signbit(result);
    if (result == 0 && opcode.has("ftz") && std::fabs(expected) <= smallest_normal) return true;
    const Bound bound = bound_of(opcode, value[0]);
    const long double allowed =
        std::fmax(std::fmax(bound.relative * std::fabs(expected), bound.absolute), smallest);
    if (expected == 0 && bound.absolute == 0 && std::signbit(expected) != std::signbit(result)) return false;
    return std::fabs(result - expected) <= allowed;
}

}  // namespace

Reference approximate_reference(const Opcode& opcode) {
    if (!opcode.has("approx") && !opcode.has("full")) return {};
    const std::string type = opcode.type();
    if (type == "f16x2" || type == "bf16x2") {
        const Opcode one(opcode.root() + (opcode.has("ftz") ? ".approx.ftz." : ".approx.") +
                         type.substr(0, type.size() - 2));
        const FloatFormat format = float_format(one.type());
        return {nullptr, [=](const Operands& operands, u64 got) {
                    const u64 low[2] = {operands.source[0] & 0xffff, 0};
                    const u64 high[2] = {operands.source[0] >> 16 & 0xffff, 0};
                    return accepts(one, format, low, got & 0xffff) &&
                           accepts(one, format, high, got >> 16 & 0xffff);
                }};
    }
    const FloatFormat format = float_format(type);
    return {nullptr,
            [=](const Operands& operands, u64 got) { return accepts(opcode, format, operands.source, got); }};
}

TEST_CASE("approximations have the special results of the PTX ISA") {
    const struct {
        const char* opcode;
        u64 operand, result;
    } kCases[] = {
        {"rcp.approx.f32", 0x80000000, 0xff800000},     {"rcp.approx.f32", 0xff800000, 0x80000000},
        {"sqrt.approx.f32", 0x80000000, 0x80000000},    {"sqrt.approx.f32", 0xbf800000, 0x7fffffff},
        {"rsqrt.approx.f32", 0x80000000, 0xff800000},   {"rsqrt.approx.f32", 0x7f800000, 0x00000000},
        {"ex2.approx.f32", 0xff800000, 0x00000000},     {"ex2.approx.f32", 0x80000000, 0x3f800000},
        {"lg2.approx.f32", 0x80000000, 0xff800000},     {"lg2.approx.f32", 0xbf800000, 0x7fffffff},
        {"sin.approx.f32", 0x80000000, 0x80000000},     {"sin.approx.f32", 0x7f800000, 0x7fffffff},
        {"cos.approx.f32", 0x00000000, 0x3f800000},     {"cos.approx.f32", 0xff800000, 0x7fffffff},
        {"tanh.approx.f32", 0xff800000, 0xbf800000},    {"lg2.approx.ftz.f32", 0x00000001, 0xff800000},
        {"ex2.approx.ftz.f32", 0xc2fd0000, 0x00000000},  // 2^-126.5
    };
    for (const auto& special : kCases) {
        const Row* row = find_row(special.opcode);
        REQUIRE(row != nullptr);
        const Operands operands{{special.operand}, false};
        CHECK_MESSAGE(run_warp(*row, {&operands, 1}, 1, 0, false)[0].value == special.result,
                      std::string(special.opcode));
    }
}

}  // namespace simt::exec::row_test
