// lop3 with a predicate (PTX ISA 9.0, section 9.7.8.6): composed of instructions that have rows.
#include "emulator/decode/decoder.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

// lop3.{or,and}.b32 d|p, a, b, c, table, q: d is what lop3 computes, p = (d != 0) or/and q. Either of d and p may be _.
void FunctionDecoder::decode_lookup(const Instruction& instruction) {
    const std::string& combine = instruction.parts.at(1);
    if (instruction.operands.size() != 6 || instruction.operands[0].kind != Operand::Kind::Pair)
        throw Error("the instruction " + instruction.opcode + " is not supported with these operands");
    const Operand& value = instruction.operands[0].elements[0];
    const Operand& predicate = instruction.operands[0].elements[1];
    const u32 other = predicate_source(instruction.operands[5]);
    Op look_up = make(id("lop3.b32"));
    for (u32 k = 1; k <= 4; ++k) look_up.slot[k] = source(instruction.operands[k], Element::B32);
    look_up.slot[0] =
        value.kind == Operand::Kind::Sink ? allocate_row(4) : destination(value, Element::B32, false);
    emit(look_up);
    if (predicate.kind == Operand::Kind::Sink) return;
    Op compare = make(id("setp.ne.u32"));
    compare.slot[0] = allocate_row(0);
    compare.slot[1] = look_up.slot[0];
    compare.slot[2] = constant(4, 0);
    emit_hidden(compare);
    // Last, since the predicate may be the guard.
    Op both = make(combine + ".pred");
    both.slot[0] = register_named(predicate.name).slot;
    both.slot[1] = compare.slot[0];
    both.slot[2] = other;
    emit_hidden(both);
}

}  // namespace simt::exec
