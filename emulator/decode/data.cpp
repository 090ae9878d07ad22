// See data.hpp.
#include "emulator/decode/data.hpp"

#include "emulator/address_windows.hpp"
#include "emulator/decode/operands.hpp"
#include "emulator/decode/wide.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

// A sum or difference, and the product in it, as the fused operation that ptxas makes of them.
void decode_fused(Emitter& out, const ptx::Instruction& sum, const Contraction& joined) {
    // p - c is a * b + (-c), c - p is (-a) * b + c.
    const bool minus = (sum.isa->flags & isa::kDifference) != 0;
    const isa::Opcode& row = isa::find("fma.rn." + joined.type);
    const Element element = row.element[0];
    Op fused = out.make(row.id);
    fused.slot[1] = source(out, joined.product->operands[1], element);
    fused.slot[2] = source(out, joined.product->operands[2], element);
    fused.slot[3] = source(out, sum.operands[3 - joined.operand], element);
    if (minus) {
        Op negated = out.make("neg." + joined.type.substr(joined.type.rfind('.') + 1));
        u32& changed = fused.slot[joined.operand == 1 ? 3 : 1];
        negated.slot[1] = changed;
        changed = negated.slot[0] = out.scratch(element == Element::F64   ? 8
                                                : element == Element::B16 ? 2
                                                                          : 4);
        out.emit_hidden(negated);
    }
    fused.slot[0] = destination(out, sum.operands[0], element, false);
    out.emit(fused);
}

}  // namespace

void decode_data(Emitter& out, const ptx::Instruction& instruction) {
    const auto joined = out.passes.contractions.find(&instruction);
    if (joined != out.passes.contractions.end()) return decode_fused(out, instruction, joined->second);
    decode_row(out, instruction, *instruction.isa);
}

void decode_row(Emitter& out, const ptx::Instruction& instruction, const isa::Opcode& row) {
    if (instruction.operands.size() != row.operands)
        throw Error("expected " + std::to_string(row.operands) + " operands, found " +
                    std::to_string(instruction.operands.size()));
    Op op = out.make(row.id);
    for (u32 k = 1; k < row.operands; ++k) op.slot[k] = source(out, instruction.operands[k], row.element[k]);
    op.slot[0] = destination(out, instruction.operands[0], row.element[0], row.signed_result);
    if ((row.flags & isa::kCarry) != 0) op.slot[kCarrySlot] = out.carry().slot;
    out.emit(op);
}

// 8-bit pieces are held in 16 bits.
void decode_move(Emitter& out, const ptx::Instruction& instruction) {
    const ptx::Operand& to = instruction.operands.at(0);
    const ptx::Operand& from = instruction.operands.at(1);
    const u8 bytes = static_cast<u8>(ptx::size_of(ptx::type_named(instruction.parts.back())));
    if (bytes == 16) return decode_wide_move(out, instruction);
    if (to.kind == ptx::Operand::Kind::Vector) {
        const u8 piece = static_cast<u8>(bytes / to.elements.size());
        const u32 slot = source_of_width(out, from, bytes);
        for (std::size_t k = 0; k < to.elements.size(); ++k) {
            Op op = out.make("~piece." + std::to_string(bytes * 8) + "." + std::to_string(piece * 8) + "." +
                             std::to_string(k));
            op.slot[0] = destination(out, to.elements[k], piece <= 2 ? Element::B16 : Element::B32, false);
            op.slot[1] = slot;
            out.emit(op, cost::OpClass::Other, k == 0);
        }
        return;
    }
    if (from.kind == ptx::Operand::Kind::Vector) {
        const u8 piece = static_cast<u8>(bytes / from.elements.size());
        Op op = out.make("~pack." + std::to_string(from.elements.size()) + "." + std::to_string(piece * 8));
        for (std::size_t k = 0; k < from.elements.size(); ++k)
            op.slot[k + 1] = source(out, from.elements[k], piece <= 2 ? Element::B16 : Element::B32);
        op.slot[0] = destination(out, to,
                                 bytes == 2   ? Element::B16
                                 : bytes == 4 ? Element::B32
                                              : Element::B64,
                                 false);
        out.emit(op);
        return;
    }
    if (!instruction.isa->own_handler)
        throw Error("the instruction " + instruction.opcode + " is not supported");
    decode_row(out, instruction, *instruction.isa);
}

// cvta: global, const and generic addresses are the same here; shared, local and parameter addresses are offsets into
// their windows.
void decode_convert_address(Emitter& out, const ptx::Instruction& instruction) {
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
        window = out.function.entry ? memory::kParamWindow : memory::kLocalWindow;
    else if (space != "global" && space != "const")
        throw Error("cvta to an unknown space");
    Op op = out.make(window == 0 ? id("mov.u64") : id("add.u64"));
    op.slot[1] = source(out, instruction.operands.at(1), Element::B64);
    if (window != 0) op.slot[2] = out.constant(8, to_space ? 0 - window : window);
    op.slot[0] = destination(out, instruction.operands.at(0), Element::B64, false);
    out.emit(op);
}

}  // namespace simt::exec
