// ldmatrix, stmatrix, movmatrix.
#include "emulator/decode/decoder.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

void check_shape(const ptx::Instruction& instruction) {
    if (!instruction.has("m8n8") || instruction.parts.back() != "b16")
        throw Error("the instruction " + instruction.opcode + " is not supported");
}

}  // namespace

void FunctionDecoder::decode_matrix(const Instruction& instruction) {
    builder_.code().whole_warps = true;
    check_shape(instruction);
    const std::vector<Operand>& operands = instruction.operands;
    const bool load = instruction.isa->has_result;
    const Operand& registers = operands.at(load ? 0 : 1);
    Op op = make(instruction.isa->id);
    const std::string space = set_address(op, operands.at(load ? 1 : 0), space_of(instruction));
    if (space.empty()) op.detail |= kGeneric;
    op.count = instruction.has("x4") ? 4 : instruction.has("x2") ? 2 : 1;
    op.width = instruction.has("trans");
    const bool vector = registers.kind == Operand::Kind::Vector;
    if (vector ? registers.elements.size() != op.count : op.count != 1)
        throw Error("the number of registers is not that of " + instruction.opcode);
    for (u32 k = 0; k < op.count; ++k) {
        const Operand& element = vector ? registers.elements[k] : registers;
        op.slot[k] = load ? destination(element, Element::B32, false) : source(element, Element::B32);
    }
    builder_.note_shared_width(4);
    emit(op, load ? observe::OpClass::SharedLoad : observe::OpClass::SharedStore);
}

void FunctionDecoder::decode_transpose(const Instruction& instruction) {
    builder_.code().whole_warps = true;
    check_shape(instruction);
    Op op = make(instruction.isa->id);
    op.slot[1] = source(instruction.operands.at(1), Element::B32);
    op.slot[0] = destination(instruction.operands.at(0), Element::B32, false);
    emit(op);
}

}  // namespace simt::exec
