// Operands to slots: rows of registers, constants, special registers and addresses, converted to the width that is wanted.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

u32 source(Emitter& out, const ptx::Operand& operand, Element element);
// A register, special register or symbol as a row of `bytes` an element; narrower registers are zero-extended.
u32 source_of_width(Emitter& out, const ptx::Operand& operand, u8 bytes);
u32 predicate_source(Emitter& out, const ptx::Operand& operand);
// The row that the instruction writes. If the register is wider than the result, an op behind the instruction extends it.
u32 destination(Emitter& out, const ptx::Operand& operand, Element element, bool is_signed);
// A row with the same values in another width.
u32 resize(Emitter& out, u32 slot, u8 from, u8 to, bool is_signed);

}  // namespace simt::exec
