// Handler of the op that the decoder puts behind the stores of a structure's members.
#pragma once

#include "emulator/decode/op.hpp"

namespace simt::exec {

// The `width` bytes at the address (kAddressSlot, 64 bits, plus the immediate) lie between the structure's members.
const Op* note_padding(Warp& warp, const Op* op);

}  // namespace simt::exec
