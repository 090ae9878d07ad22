// Literals and constant expressions: 42, 0x1F, 0b101, 017, 12U, 0f3F800000, 0d…, 1.5, -8, (1<<4)+2, a ? b : c.
#pragma once

#include <optional>

#include "emulator/ptx/module.hpp"
#include "emulator/ptx/token_stream.hpp"

namespace simt::ptx {

// A value as in Operand: type S64, F32 or F64, and its bits.
struct Constant {
    Type type = Type::S64;
    u64 bits = 0;
};

// Whether the current token can start a constant expression.
bool at_constant(const TokenStream& tokens);

// Parses the longest constant expression. Throws on a malformed number and on arithmetic with floats; only a sign
// before a float is allowed.
Constant parse_constant(TokenStream& tokens);

// The same for values that cannot be floats; `what` names the value in the error message.
u64 parse_integer(TokenStream& tokens, const char* what);

// The offset after a symbol or a register in an address: nothing, "+4", "-4", "+-4", "+4+8".
s64 parse_offset(TokenStream& tokens);

// Converts a number to the bits of a variable of this type: 1.5 becomes a float's bits in .f32; an integer is truncated.
u64 converted(const Constant& constant, Type type);

// The value of a number's text; empty if it is malformed.
std::optional<Constant> literal(std::string_view text);

}  // namespace simt::ptx
