// The padding of structures that a kernel stores.
#pragma once

#include "emulator/check/state.hpp"

namespace simt::check {

// The op, which decode/padding.cpp puts behind the stores of a structure's members: its `width` bytes at the lanes' addresses
// (kAddressSlot, 64 bits, plus the immediate) lie between members.
void note_padding(const Instruction& at);

}  // namespace simt::check
