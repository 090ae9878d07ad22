// See lookup.hpp.
#include "emulator/decode/lookup.hpp"

#include "emulator/decode/operands.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

// lop3.{or,and}.b32 d|p, a, b, c, table, q: d is what lop3 computes, p = (d != 0) or/and q. Either of d and p may be _.
void decode_lookup(Emitter& out, const ptx::Instruction& instruction) {
    const std::string& combine = instruction.parts.at(1);
    if (instruction.operands.size() != 6 || instruction.operands[0].kind != ptx::Operand::Kind::Pair)
        throw Error("the instruction " + instruction.opcode + " is not supported with these operands");
    const ptx::Operand& value = instruction.operands[0].elements[0];
    const ptx::Operand& predicate = instruction.operands[0].elements[1];
    const u32 other = predicate_source(out, instruction.operands[5]);
    Op look_up = out.make(id("lop3.b32"));
    for (u32 k = 1; k <= 4; ++k) look_up.slot[k] = source(out, instruction.operands[k], Element::B32);
    look_up.slot[0] = value.kind == ptx::Operand::Kind::Sink ? out.allocate_row(4)
                                                             : destination(out, value, Element::B32, false);
    out.emit(look_up);
    if (predicate.kind == ptx::Operand::Kind::Sink) return;
    Op compare = out.make(id("setp.ne.u32"));
    compare.slot[0] = out.allocate_row(0);
    compare.slot[1] = look_up.slot[0];
    compare.slot[2] = out.constant(4, 0);
    out.emit_hidden(compare);
    // Last, since the predicate may be the guard.
    Op both = out.make(combine + ".pred");
    both.slot[0] = out.register_named(predicate.name).slot;
    both.slot[1] = compare.slot[0];
    both.slot[2] = other;
    out.emit_hidden(both);
}

}  // namespace simt::exec
