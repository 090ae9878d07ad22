// Finds the padding of a structure that a kernel stores member by member. Nothing ever writes these bytes, and copying them with
// the structure is harmless.
//
// Look at the stores of one basic block through one address register: they write one structure. Its widest element, of 8, 4 or
// 2 bytes, is aligned, so the structure is a row of aligned pieces of that size. If a store writes only some bytes of a piece
// and no other store writes the rest, the rest is padding.
#pragma once

#include <unordered_map>
#include <vector>

#include "emulator/decode/control_flow.hpp"
#include "emulator/decode/instruction_parts.hpp"

namespace simt::exec {

struct PaddingBytes {
    s64 offset;  // from the store's address register
    u32 bytes;
};

// The key is the last store to each structure. An op after that store marks the padding in the allocation
// (check/definedness/padding.hpp).
using Padding = std::unordered_map<const ptx::Instruction*, std::vector<PaddingBytes>>;

Padding find_padding(const ControlFlow& flow, const RegisterTypes& types);

}  // namespace simt::exec
