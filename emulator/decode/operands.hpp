// Turns operands into slots: the rows of registers, constants, special registers and addresses, converted to the wanted width.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

u32 source(Emitter& out, const ptx::Operand& operand, Element element);
// A register, special register or symbol as a row of `bytes` an element; narrower registers are zero-extended.
u32 source_of_width(Emitter& out, const ptx::Operand& operand, u8 bytes);
u32 predicate_source(Emitter& out, const ptx::Operand& operand);
// The same, without the operand's negation, which the op handles itself.
u32 plain_predicate(Emitter& out, const ptx::Operand& operand);
// The row that the instruction writes. If the register is wider than the result, an op after the instruction extends it.
u32 destination(Emitter& out, const ptx::Operand& operand, Element element, bool is_signed = false);
// A row with the same values in another width.
u32 resize(Emitter& out, u32 slot, u8 from, u8 to, bool is_signed);

// A 128-bit register is two rows: its low halves, then its high halves.
constexpr u8 kWideBytes = 16;
constexpr u32 kHalfRow = 8 * kLanes;
// The first of a 128-bit register's rows; for a sink, the first of two new rows. Throws simt::Error for any other register.
u32 wide_register(Emitter& out, const ptx::Operand& operand);

// The untyped element of 2, 4 or 8 bytes.
constexpr Element element_of_bytes(u32 bytes) {
    return bytes == 2 ? Element::B16 : bytes == 4 ? Element::B32 : Element::B64;
}

}  // namespace simt::exec
