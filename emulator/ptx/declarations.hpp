// Declarations: variables of every space with their initial values, parameters, registers.
#pragma once

#include "emulator/ptx/module.hpp"
#include "emulator/ptx/scopes.hpp"
#include "emulator/ptx/token_stream.hpp"

namespace simt::ptx {

// The registers and initial bytes that a module may still declare. A few bytes of text can ask for gigabytes
// (".reg .b32 %r<4000000000>;"). No real module comes near these limits: a compiler names each register at least once,
// which takes some ten bytes.
struct Budget {
    explicit Budget(std::size_t text_size) : registers(text_size / 2 + (u64{1} << 17)) {}

    u64 registers;
    u64 initial_bytes = u64{1} << 28;
};

// ".global" -> Space::Global; Space::None for any other directive.
Space space_named(std::string_view directive);

// Parses from after the space directive to the ';' inclusive: "[.align N] [.vN] .type name[dims] [= values], …;"
std::vector<Variable> parse_variables(TokenStream& tokens, Space space, bool external, Budget& budget);

// A parameter list with its parentheses: "(.param .u64 a, .param .align 8 .b8 b[24])"; empty if there is no '('.
std::vector<Variable> parse_parameters(TokenStream& tokens, Budget& budget);

// Parses from after ".pragma" to the ';' inclusive. A pragma, such as "nounroll", is advice for ptxas.
void skip_pragma(TokenStream& tokens);

// Parses from after ".reg" to the ';' inclusive. Declares the names in the innermost scope and appends the registers.
void parse_registers(TokenStream& tokens, Scopes& scopes, std::vector<Register>& registers, Budget& budget);

}  // namespace simt::ptx
