// References for integer arithmetic: the operation on 128-bit numbers, then the low bits or the clamped value.
#include <doctest/doctest.h>

#include "emulator/test/support/reference.hpp"

namespace simt::exec::row_test {
namespace {

s128 absolute(s128 a) { return a < 0 ? -a : a; }

// Quotient and remainder towards zero by long division, and what a GPU answers to a zero divisor: all ones.
struct Division {
    s128 quotient = -1, remainder = -1;
    Division(s128 a, s128 b) {
        if (b == 0) return;
        s128 count = 0, rest = 0;
        for (int bit = 64; bit >= 0; --bit) {
            rest = rest * 2 + ((absolute(a) >> bit) & 1);
            count = count * 2 + (rest >= absolute(b) ? 1 : 0);
            if (rest >= absolute(b)) rest -= absolute(b);
        }
        quotient = (a < 0) != (b < 0) ? -count : count;
        remainder = a < 0 ? -rest : rest;
    }
};

// The part of a product that .lo, .hi or .wide asks for. Arithmetic shifts keep the sign.
s128 product(const Opcode& opcode, s128 a, s128 b, int bits) {
    // 64-bit unsigned products need all of 128 bits; their sign bit is shifted out again.
    const s128 whole = static_cast<s128>(static_cast<u128>(a) * static_cast<u128>(b));
    if (!opcode.has("hi")) return whole;
    const bool is_unsigned = a >= 0 && b >= 0;
    return is_unsigned ? static_cast<s128>(static_cast<u128>(whole) >> bits) : whole >> bits;
}

Reference multiply(const Opcode& opcode) {
    const IntegerType type = integer_type(opcode.type());
    const bool adds = opcode.root()[1] == 'a', is_24_bit = opcode.root().find("24") != std::string::npos;
    const int result_bits = opcode.has("wide") ? 2 * type.bits : type.bits;
    const IntegerType factor = is_24_bit ? IntegerType{24, type.is_signed} : type;
    return exactly([=](const u64* source) {
        const s128 a = number_in(source[0], factor), b = number_in(source[1], factor);
        s128 number = product(opcode, a, b, is_24_bit ? 16 : type.bits);
        if (adds && opcode.has("sat"))
            return low_bits(clamp(number_in(low_bits(number, 32), type) + number_in(source[2], type), type),
                            32);
        if (adds) number += number_in(source[2], {result_bits, type.is_signed});
        return low_bits(number, result_bits);
    });
}

// Bytes with bytes, or halves with two of the bytes.
Reference dot_product(const Opcode& opcode) {
    const bool a_signed = opcode.part(-2) == "s32", b_signed = opcode.part(-1) == "s32";
    const bool bytes = opcode.root() == "dp4a";
    const int first = opcode.has("hi") ? 2 : 0;
    return exactly([=](const u64* source) {
        s128 sum = static_cast<s128>(source[2]);
        for (int k = 0; k < (bytes ? 4 : 2); ++k) {
            const int a_bits = bytes ? 8 : 16;
            sum += number_in(source[0] >> (k * a_bits), {a_bits, a_signed}) *
                   number_in(source[1] >> ((first + k) * 8), {8, b_signed});
        }
        return low_bits(sum, 32);
    });
}

s128 two_operand(const Opcode& opcode, s128 a, s128 b) {
    if (opcode.root() == "add") return a + b;
    if (opcode.root() == "sub") return a - b;
    const s128 chosen = (opcode.root() == "min") == (a < b) ? a : b;
    return opcode.has("relu") && chosen < 0 ? 0 : chosen;
}

Reference packed_integers(const Opcode& opcode) {
    const IntegerType type = {16, opcode.type() == "s16x2"};
    return exactly([=](const u64* source) {
        u64 result = 0;
        for (const int shift : {0, 16})
            result |= low_bits(two_operand(opcode, number_in(source[0] >> shift, type),
                                           number_in(source[1] >> shift, type)),
                               16)
                      << shift;
        return result;
    });
}

}  // namespace

Reference integer_reference(const Opcode& opcode) {
    if (opcode.is_one_of({"dp4a", "dp2a"})) return dot_product(opcode);
    if (opcode.is_one_of({"add", "min", "max"}) && opcode.type().find("16x2") != std::string::npos)
        return packed_integers(opcode);
    const IntegerType type = integer_type(opcode.type());
    if (type.bits == 0 || opcode.has("cc")) return {};
    if (opcode.is_one_of({"mul", "mad", "mul24", "mad24"})) return multiply(opcode);
    if (opcode.is_one_of({"add", "sub", "min", "max"}))
        return exactly([=](const u64* source) {
            const s128 number = two_operand(opcode, number_in(source[0], type), number_in(source[1], type));
            return low_bits(opcode.has("sat") ? clamp(number, type) : number, type.bits);
        });
    if (opcode.is_one_of({"abs", "neg"}))
        return exactly([=](const u64* source) {
            const s128 a = number_in(source[0], type);
            return low_bits(opcode.root() == "abs" ? absolute(a) : -a, type.bits);
        });
    if (opcode.root() == "sad")
        return exactly([=](const u64* source) {
            const s128 difference = number_in(source[0], type) - number_in(source[1], type);
            return low_bits(number_in(source[2], type) + absolute(difference), type.bits);
        });
    if (opcode.is_one_of({"div", "rem"}))
        return exactly([=](const u64* source) {
            const Division division(number_in(source[0], type), number_in(source[1], type));
            return low_bits(opcode.root() == "div" ? division.quotient : division.remainder, type.bits);
        });
    return {};
}

}  // namespace simt::exec::row_test
