// The bytes between the members of a structure that a kernel stores member by member. Nothing ever writes them, and they travel
// wherever the structure is copied, also to the host, which is no fault. The text shows where they are: stores of one basic
// block through one address register, of which one has an element of 8 (4, 2) bytes. That element is aligned, so the structure
// is a row of places of that size; what stays empty in a place beside a narrower member is padding, whatever the alignment
// was for.
#pragma once

#include <unordered_map>
#include <vector>

#include "emulator/decode/control_flow.hpp"
#include "emulator/decode/operand_registers.hpp"

namespace simt::exec {

struct PaddingBytes {
    s64 offset;  // from the store's address register
    u32 bytes;
};

// By the last store of each structure: behind it an op says so to the allocation (check/definedness/padding.hpp).
using Padding = std::unordered_map<const ptx::Instruction*, std::vector<PaddingBytes>>;

Padding find_padding(const ControlFlow& flow, const RegisterTypes& types);

}  // namespace simt::exec
