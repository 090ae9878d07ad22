// The initial value of a variable: "7", "{1, 2, {3, 4}}", "generic(sym)+8", "{0xFF(sym), 0xFF00(sym), …}".
#pragma once

#include <vector>

#include "emulator/ptx/declarations.hpp"

namespace simt::ptx {

struct Shape {
    std::vector<u64>
        dimensions;  // outermost first; 0 for the open "[]"; a .v4 variable has a last dimension of 4
    Type type = Type::None;
};

// Parses from after the '='. Fills the variable's data and relocations and, if the outermost dimension is open, its
// size.
void parse_initialiser(TokenStream& tokens, const Shape& shape, Variable& variable, Budget& budget);

}  // namespace simt::ptx
