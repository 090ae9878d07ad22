// See matrix.hpp.
#include "emulator/decode/matrix.hpp"

#include "emulator/decode/memory.hpp"
#include "emulator/decode/memory_space.hpp"
#include "emulator/decode/operands.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

void check_shape(const ptx::Instruction& instruction) {
    if (!instruction.has("m8n8") || instruction.parts.back() != "b16")
        throw Error("the instruction " + instruction.opcode + " is not supported");
}

}  // namespace

void decode_matrix(Emitter& out, const ptx::Instruction& instruction) {
    out.code().whole_warps = true;
    check_shape(instruction);
    const std::vector<ptx::Operand>& operands = instruction.operands;
    const bool load = instruction.isa->has_result;
    const ptx::Operand& registers = operands.at(load ? 0 : 1);
    Op op = out.make(instruction.isa->id);
    const std::string space = set_address(out, op, operands.at(load ? 1 : 0), space_of(instruction));
    if (space.empty()) op.detail |= kGeneric;
    op.count = instruction.has("x4") ? 4 : instruction.has("x2") ? 2 : 1;
    op.width = instruction.has("trans");
    const bool vector = registers.kind == ptx::Operand::Kind::Vector;
    if (vector ? registers.elements.size() != op.count : op.count != 1)
        throw Error("the number of registers is not that of " + instruction.opcode);
    for (u32 k = 0; k < op.count; ++k) {
        const ptx::Operand& element = vector ? registers.elements[k] : registers;
        op.slot[k] =
            load ? destination(out, element, Element::B32, false) : source(out, element, Element::B32);
    }
    out.builder.note_shared_width(4);
    out.emit(op, load ? cost::OpClass::SharedLoad : cost::OpClass::SharedStore);
}

void decode_transpose(Emitter& out, const ptx::Instruction& instruction) {
    out.code().whole_warps = true;
    check_shape(instruction);
    Op op = out.make(instruction.isa->id);
    op.slot[1] = source(out, instruction.operands.at(1), Element::B32);
    op.slot[0] = destination(out, instruction.operands.at(0), Element::B32, false);
    out.emit(op);
}

}  // namespace simt::exec
