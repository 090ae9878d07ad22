// Literals and constant expressions, PTX ISA "Constants".
#include "emulator/ptx/constant.hpp"

#include <doctest/doctest.h>

#include <bit>

#include "emulator/error.hpp"

using namespace simt;
using namespace simt::ptx;

namespace {

Constant value_of(std::string_view text) {
    TokenStream tokens(text);
    const Constant value = parse_constant(tokens);
    REQUIRE_MESSAGE(tokens.at_end(), "left over: " << tokens.peek().text);
    return value;
}

s64 integer(std::string_view text) {
    const Constant value = value_of(text);
    REQUIRE(value.type == Type::S64);
    return static_cast<s64>(value.bits);
}

}  // namespace

TEST_CASE("integers are read in every base, with sign and U") {
    CHECK(integer("0") == 0);
    CHECK(integer("42") == 42);
    CHECK(integer("42U") == 42);
    CHECK(integer("0x1F") == 31);
    CHECK(integer("0X1fU") == 31);
    CHECK(integer("0xFFFFFFFFFFFFFFFF") == -1);
    CHECK(integer("18446744073709551615") == -1);
    CHECK(integer("017") == 15);
    CHECK(integer("0b1011") == 11);
    CHECK(integer("-2147483648") == -2147483648LL);
    CHECK(integer("+-8") == -8);
    CHECK(integer("~0") == -1);
    CHECK(integer("!7") == 0);
    CHECK(integer("WARP_SZ") == 32);
}

TEST_CASE("floats keep the bits that the text spells out") {
    CHECK(value_of("0f3F800000").type == Type::F32);
    CHECK(value_of("0f3F800000").bits == 0x3f800000);
    CHECK(value_of("0F7fc00001").bits == 0x7fc00001);
    CHECK(value_of("-0f3F800000").bits == 0xbf800000);
    CHECK(value_of("0d3FF0000000000000").type == Type::F64);
    CHECK(value_of("0D3FF0000000000000").bits == 0x3ff0000000000000);
    CHECK(value_of("-0d3FF0000000000000").bits == 0xbff0000000000000);
    CHECK(value_of("1.5").bits == std::bit_cast<u64>(1.5));
    CHECK(value_of("1.5e-3").bits == std::bit_cast<u64>(1.5e-3));
    CHECK(value_of("2E+2").bits == std::bit_cast<u64>(200.0));
}

TEST_CASE("expressions follow C's precedence") {
    CHECK(integer("(1<<4)+2") == 18);
    CHECK(integer("1<<4+2") == 64);
    CHECK(integer("2+3*4-6/2") == 11);
    CHECK(integer("10-4-3") == 3);
    CHECK(integer("(0xF0 | 0x0C) & ~4") == 0xf8);
    CHECK(integer("(3 > 2) ? 7 : 9") == 7);
    CHECK(integer("(1 == 2 || 3 >= 3)") == 1);
    CHECK(integer("(.s64)(5)-6") == -1);
    CHECK(integer("-9223372036854775808/-1") == INT64_MIN);
    CHECK(integer("1<<64") == 0);
}

TEST_CASE("a constant takes the form of the variable it initialises") {
    CHECK(converted(value_of("1.5"), Type::F32) == 0x3fc00000);
    CHECK(converted(value_of("3"), Type::F32) == 0x40400000);
    CHECK(converted(value_of("0f7f800001"), Type::F32) == 0x7f800001);  // a signalling NaN stays one
    CHECK(converted(value_of("0f3F800000"), Type::F64) == std::bit_cast<u64>(1.0));
    CHECK(converted(value_of("0f3F800000"), Type::B32) == 0x3f800000);
    CHECK(converted(value_of("-1"), Type::U8) == ~u64{0});
}

TEST_CASE("malformed numbers and expressions are refused") {
    for (const char* text :
         {"0f3F80", "0f3F80000G", "0d3FF", "0xG", "09", "0b12", "12three", "99999999999999999999", "1.5.5",
          "1e999", "1/0", "1.5+1", "~1.5", "(1", "()", "-", "1+", "(1?2)"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(value_of(text), Error);
    }
}
