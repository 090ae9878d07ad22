// References for f16 and bf16 arithmetic, one or two in a register: exact integer arithmetic, rounded once (soft_float.hpp).
#include <doctest/doctest.h>

#include "emulator/test/support/soft_float.hpp"

namespace simt::exec::row_test {
namespace {

constexpr u64 kNan = 0x7fff;

// What one number becomes; the sources as the bits of one number each.
using OfOne = std::function<u64(const u64*)>;

u64 one_of(FloatFormat format) { return static_cast<u64>(format.bias()) << (format.precision - 1); }

OfOne half_arithmetic(const Opcode& opcode, FloatFormat format) {
    return [=](const u64* source) -> u64 {
        for (int k = 0; k < 2; ++k)
            if (opcode.has("oob") && source[k] % 0x8000 == 0x7ff7) return 0;
        Number operands[3];
        for (int k = 0; k < 3; ++k) {
            operands[k] = decode(source[k], format);
            if (opcode.has("ftz")) operands[k] = flushed(operands[k], format);
        }
        Number number;
        if (opcode.root() == "mul")
            number = product(operands[0], operands[1]);
        else if (opcode.root() == "fma")
            number = sum(product(operands[0], operands[1]), operands[2], Direction::kNearest);
        else
            number = sum(operands[0], opcode.root() == "sub" ? negated(operands[1]) : operands[1],
                         Direction::kNearest);
        if (number.kind == Number::kNan) return opcode.has("sat") ? 0 : kNan;
        if (number.negative && (opcode.has("sat") || opcode.has("relu"))) return 0;
        const u64 raw = round_to(number, format, Direction::kNearest, opcode.has("ftz"));
        return opcode.has("sat") ? std::min(raw, one_of(format)) : raw;
    };
}

// The number's place among all, -0 right below +0.
s64 place(u64 raw) {
    const s64 magnitude = static_cast<s64>(raw & 0x7fff);
    return (raw & 0x8000) != 0 ? -magnitude - 1 : magnitude;
}

OfOne half_extremum(const Opcode& opcode, FloatFormat format) {
    return [=](const u64* source) -> u64 {
        u64 value[2];
        bool nan[2];
        for (int k = 0; k < 2; ++k) {
            value[k] = opcode.has("xorsign") ? source[k] & 0x7fff : source[k];
            nan[k] = decode(value[k], format).kind == Number::kNan;
            if (opcode.has("ftz") && flushed(decode(value[k], format), format).is_zero()) value[k] &= 0x8000;
        }
        if ((nan[0] && nan[1]) || ((nan[0] || nan[1]) && opcode.has("NaN"))) return kNan;
        const bool first_is_less = place(value[0]) < place(value[1]);
        const u64 chosen = nan[0]   ? value[1]
                           : nan[1] ? value[0]
                                    : value[first_is_less == (opcode.root() == "min") ? 0 : 1];
        return opcode.has("xorsign") ? chosen | ((source[0] ^ source[1]) & 0x8000) : chosen;
    };
}

OfOne half_sign_change(const Opcode& opcode, FloatFormat format) {
    return [=](const u64* source) -> u64 {
        const Number number = decode(source[0], format);
        if (number.kind == Number::kNan) return kNan;
        const u64 raw = opcode.root() == "abs" ? source[0] & 0x7fff : source[0] ^ 0x8000;
        return opcode.has("ftz") && flushed(number, format).is_zero() ? raw & 0x8000 : raw;
    };
}

}  // namespace

Reference half_reference(const Opcode& opcode) {
    std::string type = opcode.type();
    const bool packed = type.size() > 2 && type.substr(type.size() - 2) == "x2";
    if (packed) type.resize(type.size() - 2);
    if ((type != "f16" && type != "bf16") || opcode.has("approx")) return {};
    const FloatFormat format = float_format(type);
    OfOne one;
    if (opcode.is_one_of({"add", "sub", "mul", "fma"})) one = half_arithmetic(opcode, format);
    if (opcode.is_one_of({"min", "max"})) one = half_extremum(opcode, format);
    if (opcode.is_one_of({"abs", "neg"})) one = half_sign_change(opcode, format);
    if (!one) return {};
    if (!packed) return exactly(one);
    return exactly([=](const u64* source) {
        u64 low[3], high[3];
        for (int k = 0; k < 3; ++k) {
            low[k] = source[k] & 0xffff;
            high[k] = source[k] >> 16 & 0xffff;
        }
        return one(high) << 16 | one(low);
    });
}

// g++ has f16 as a type of its own; what it computes is a third opinion on add and mul, for every second operand.
TEST_CASE("sums and products of f16 are those of the compiler's own type") {
    const Row *const add = find_row("add.f16"), *const mul = find_row("mul.f16");
    REQUIRE((add != nullptr && mul != nullptr));
    for (const u16 a : {0x0001, 0x03ff, 0x0400, 0x1234, 0x3555, 0x3c00, 0x3c01, 0xbbff, 0x6400, 0x7bff}) {
        std::vector<Operands> sets;
        for (u64 b = 0; b < 0x10000; ++b) sets.push_back({{a, b}, false});
        const std::vector<Result> sums = run_row(*add, sets), products = run_row(*mul, sets);
        std::size_t wrong = 0;
        for (std::size_t b = 0; b < sets.size(); ++b) {
            const _Float16 x = __builtin_bit_cast(_Float16, a);
            const _Float16 y = __builtin_bit_cast(_Float16, static_cast<u16>(b));
            const _Float16 sum = x + y, product = x * y;
            wrong += sums[b].value != (sum != sum ? kNan : __builtin_bit_cast(u16, sum));
            wrong += products[b].value != (product != product ? kNan : __builtin_bit_cast(u16, product));
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("fma rounds once, where a rounded product and a rounded sum would differ") {
    const auto fma = [](const char* opcode, u64 a, u64 b, u64 c) {
        const Row* const row = find_row(opcode);
        REQUIRE(row != nullptr);
        const Operands operands{{a, b, c}, false};
        return run_warp(*row, {&operands, 1}, 1, 0, false)[0].value;
    };
    // (1 + 2^-10) (1 + 2^-9) - 1 = 1.5 * 2^-9 + 2^-19; the product alone, rounded, loses its last term.
    CHECK(fma("fma.rn.f16", 0x3c01, 0x3c02, 0xbc00) == 0x1a01);
    // (1 + 2^-7) (1 + 2^-6) - 1 = 1.5 * 2^-6 + 2^-13
    CHECK(fma("fma.rn.bf16", 0x3f81, 0x3f82, 0xbf80) == 0x3cc1);
    // Half way between two numbers, but for a product far below: 1 + 2^-11 + 2^-24 rounds up, 1 + 2^-11 to even.
    CHECK(fma("fma.rn.f16", 0x1000, 0x3c00, 0x3c00) == 0x3c00);
    CHECK(fma("fma.rn.f16", 0x1001, 0x3c00, 0x3c00) == 0x3c01);
    // The smallest number of either format is kept, and half of it is a tie with zero.
    CHECK(fma("fma.rn.bf16", 0x0001, 0x3f80, 0x0000) == 0x0001);
    CHECK(fma("fma.rn.bf16", 0x0001, 0x3f00, 0x0000) == 0x0000);
    CHECK(fma("fma.rn.bf16", 0x0003, 0x3f00, 0x0000) == 0x0002);
    CHECK(fma("fma.rn.relu.f16", 0xbc00, 0x3c00, 0x0000) == 0x0000);
    CHECK(fma("fma.rn.relu.bf16", 0x7f80, 0x0000, 0x0000) == kNan);
}

TEST_CASE("fma.oob takes what lies outside of a tensor for zero, as a factor, and no other NaN") {
    for (const char* opcode : {"fma.rn.oob.f16", "fma.rn.oob.relu.f16", "fma.rn.oob.bf16",
                               "fma.rn.oob.relu.bf16", "fma.rn.oob.f16x2", "fma.rn.oob.relu.bf16x2"}) {
        CAPTURE(opcode);
        const Row* const row = find_row(opcode);
        REQUIRE(row != nullptr);
        const auto fma = [&](u64 a, u64 b, u64 c) {
            const Operands operands{{a, b, c}, false};
            return run_warp(*row, {&operands, 1}, 1, 0, false)[0].value;
        };
        for (const u64 outside : {u64{0x7ff7}, u64{0xfff7}})
            for (const u64 other : {u64{0x3c00}, u64{0x7fff}, u64{0x7c00}, outside}) {
                CHECK(fma(outside, other, 0x3c00) == 0);
                CHECK(fma(other, outside, kNan) == 0);
            }
        CHECK(fma(0x3c00, 0x3c00, 0x7ff7) == kNan);
        CHECK(fma(0x7fff, 0x3c00, 0) == kNan);
        CHECK(fma(0x7ff6, 0x3c00, 0) == kNan);
        CHECK(fma(0x3c00, 0x7ff8, 0) == kNan);
    }
    const Operands halves{{0x3c007ff7, 0x40007ff7, 0x3c003c00}, false};
    CHECK(run_warp(*find_row("fma.rn.oob.f16x2"), {&halves, 1}, 1, 0, false)[0].value == 0x42000000);
}

}  // namespace simt::exec::row_test
