// The padding of structures that a kernel stores, as decode/padding.cpp finds it behind the stores of their members.
// Handler of the op that the decoder puts behind the stores of a structure's members.
#pragma once

#include "emulator/check/state.hpp"

namespace simt::check {

// The op's `width` bytes at the lanes' addresses (kAddressSlot, 64 bits, plus the immediate) lie between members.
void note_padding(const Instruction& at);

}  // namespace simt::check
