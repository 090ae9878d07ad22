// The operands of an instruction: registers, immediates, symbols, [addresses], {vectors}, p|q pairs and (lists).
#pragma once

#include <unordered_map>

#include "emulator/ptx/module.hpp"
#include "emulator/ptx/scopes.hpp"
#include "emulator/ptx/token_stream.hpp"

namespace simt::ptx {

// Names that no scope declares (labels, functions, variables of the module), with the first line that uses each.
using UnresolvedNames = ByName<u32>;

class OperandParser {
  public:
    OperandParser(TokenStream& tokens, const Scopes& scopes, UnresolvedNames& unresolved)
        : tokens_(tokens), scopes_(scopes), unresolved_(unresolved) {}

    Operand parse();
    // A call's results or arguments, "(a, b)", as a Vector. The current token is the '('.
    Operand parse_call_list();

  private:
    Operand parse_single();  // anything but a p|q pair
    Operand parse_name();
    Operand parse_constant_operand();
    Operand parse_address();
    Operand parse_list(const char* close);

    TokenStream& tokens_;
    const Scopes& scopes_;
    UnresolvedNames& unresolved_;
};

}  // namespace simt::ptx
