// The body of a function: statements between '{' and '}'.
#pragma once

#include "emulator/ptx/declarations.hpp"
#include "emulator/ptx/operands.hpp"

namespace simt::ptx {

// Parses from the '{' to its '}' inclusive into `function`, whose signature is known. module_names: the module's declarations so
// far. Returns the names in the body that neither the function nor its labels declare.
UnresolvedNames parse_body(TokenStream& tokens, Function& function, const NameSet& module_names,
                           Budget& budget);

}  // namespace simt::ptx
