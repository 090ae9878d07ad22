// The bytes between the members of a structure that a kernel stores member by member. Nothing ever writes them, and copying them
// with the structure is harmless. The stores of one basic block through one address register show where they are: the widest
// element, of 8 (4, 2) bytes, is aligned, so the structure consists of aligned pieces of that size. Bytes that stay empty in a
// piece with a narrower member are padding.
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

// By the last store of each structure; an op behind that store tells the allocation (check/definedness/padding.hpp).
using Padding = std::unordered_map<const ptx::Instruction*, std::vector<PaddingBytes>>;

Padding find_padding(const ControlFlow& flow, const RegisterTypes& types);

}  // namespace simt::exec
