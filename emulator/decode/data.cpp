// Registers in, registers out: everything that has a row in the instruction table, moves, address conversions, compares.
#include "emulator/decode/decoder.hpp"
#include "emulator/error.hpp"
#include "emulator/memory/address_space.hpp"

namespace simt::exec {

void FunctionDecoder::decode_data(const Instruction& instruction) {
    if (!products_.empty() && decode_joined(instruction)) return;
    decode_row(instruction, *instruction.isa);
}

void FunctionDecoder::decode_row(const Instruction& instruction, const isa::Opcode& row) {
    if (instruction.operands.size() != row.operands)
        throw Error("expected " + std::to_string(row.operands) + " operands, found " +
                    std::to_string(instruction.operands.size()));
    Op op = make(row.id);
    for (u32 k = 1; k < row.operands; ++k) op.slot[k] = source(instruction.operands[k], row.element[k]);
    op.slot[0] = destination(instruction.operands[0], row.element[0], row.signed_result);
    if ((row.flags & isa::kCarry) != 0) op.slot[kCarrySlot] = carry().slot;
    emit(op);
}

// 8-bit pieces are held in 16 bits.
void FunctionDecoder::decode_move(const Instruction& instruction) {
    const Operand& to = instruction.operands.at(0);
    const Operand& from = instruction.operands.at(1);
    const u8 bytes = static_cast<u8>(ptx::size_of(ptx::type_named(instruction.parts.back())));
    if (bytes == 16) return decode_wide_move(instruction);
    if (to.kind == Operand::Kind::Vector) {
        const u8 piece = static_cast<u8>(bytes / to.elements.size());
        const u32 slot = source_of_width(from, bytes);
        for (std::size_t k = 0; k < to.elements.size(); ++k) {
            Op op = make("~piece." + std::to_string(bytes * 8) + "." + std::to_string(piece * 8) + "." +
                         std::to_string(k));
            op.slot[0] = destination(to.elements[k], piece <= 2 ? Element::B16 : Element::B32, false);
            op.slot[1] = slot;
            emit(op, observe::OpClass::Other, k == 0);
        }
        return;
    }
    if (from.kind == Operand::Kind::Vector) {
        const u8 piece = static_cast<u8>(bytes / from.elements.size());
        Op op = make("~pack." + std::to_string(from.elements.size()) + "." + std::to_string(piece * 8));
        for (std::size_t k = 0; k < from.elements.size(); ++k)
            op.slot[k + 1] = source(from.elements[k], piece <= 2 ? Element::B16 : Element::B32);
        op.slot[0] = destination(to,
                                 bytes == 2   ? Element::B16
                                 : bytes == 4 ? Element::B32
                                              : Element::B64,
                                 false);
        emit(op);
        return;
    }
    if (!instruction.isa->own_handler)
        throw Error("the instruction " + instruction.opcode + " is not supported");
    decode_row(instruction, *instruction.isa);
}

// cvta: global, const and generic addresses are the same here; shared, local and parameter addresses are offsets into
// their windows.
void FunctionDecoder::decode_convert_address(const Instruction& instruction) {
    const bool to_space = instruction.parts.at(1) == "to";
    std::string space = instruction.parts.at(to_space ? 2 : 1);
    space = space.substr(0, space.find("::"));
    if (instruction.parts.back() != "u64") throw Error("32-bit generic addresses are not supported");
    u64 window = 0;
    if (space == "shared")
        window = memory::kSharedWindow;
    else if (space == "local")
        window = memory::kLocalWindow;
    else if (space == "param")
        window = kernel_ ? memory::kParamWindow : memory::kLocalWindow;
    else if (space != "global" && space != "const")
        throw Error("cvta to an unknown space");
    Op op = make(window == 0 ? id("mov.u64") : id("add.u64"));
    op.slot[1] = source(instruction.operands.at(1), Element::B64);
    if (window != 0) op.slot[2] = constant(8, to_space ? 0 - window : window);
    op.slot[0] = destination(instruction.operands.at(0), Element::B64, false);
    emit(op);
}

}  // namespace simt::exec
