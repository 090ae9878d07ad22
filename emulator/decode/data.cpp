// Instructions from registers to registers: those that the instruction table describes completely, moves, address
// conversions, lop3.
#include "emulator/decode/data.hpp"

#include <algorithm>

#include "emulator/address_windows.hpp"
#include "emulator/decode/operands.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

// Decodes a sum or difference and the product in it as one fused operation, as ptxas does.
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
        u32& changed = fused.slot[joined.operand == 1 ? 3 : 1];
        const u32 negated = out.scratch(element == Element::F64 ? 8 : element == Element::B16 ? 2 : 4);
        const std::string type = joined.type.substr(joined.type.rfind('.') + 1);
        out.emit_hidden(out.make(id_named("neg." + type), {negated, changed}));
        changed = negated;
    }
    fused.slot[0] = destination(out, sum.operands[0], element);
    out.emit(fused);
}

// mov.b128 between a 128-bit register and a pair of 64-bit ones, or two of its kind.
void decode_wide_move(Emitter& out, const ptx::Operand& to, const ptx::Operand& from) {
    const bool joins = from.kind == ptx::Operand::Kind::Vector,
               splits = to.kind == ptx::Operand::Kind::Vector;
    if ((joins && from.elements.size() != 2) || (splits && to.elements.size() != 2))
        throw Error("expected two halves");
    u32 sources[2];
    for (u32 k = 0; k < 2; ++k)
        sources[k] =
            joins ? source(out, from.elements[k], Element::B64) : wide_register(out, from) + k * kHalfRow;
    for (u32 k = 0; k < 2; ++k)
        out.emit(out.make(id("mov.b64"), {splits ? destination(out, to.elements[k], Element::B64)
                                                 : wide_register(out, to) + k * kHalfRow,
                                          sources[k]}),
                 cost::OpClass::Other, k == 0);
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
    if (bytes == kWideBytes) return decode_wide_move(out, to, from);
    const std::string bits = std::to_string(bytes * 8);
    if (to.kind == ptx::Operand::Kind::Vector) {
        const u8 piece = static_cast<u8>(bytes / to.elements.size());
        const u32 slot = source_of_width(out, from, bytes);
        for (std::size_t k = 0; k < to.elements.size(); ++k) {
            const u32 element = destination(out, to.elements[k], element_of_bytes(std::max<u8>(piece, 2)));
            out.emit(out.make(id_named("~piece." + bits + "." + std::to_string(piece * 8) + "." +
                                       std::to_string(k)),
                              {element, slot}),
                     cost::OpClass::Other, k == 0);
        }
        return;
    }
    if (from.kind == ptx::Operand::Kind::Vector) {
        const u8 piece = static_cast<u8>(bytes / from.elements.size());
        Op op = out.make(
            id_named("~pack." + std::to_string(from.elements.size()) + "." + std::to_string(piece * 8)));
        for (std::size_t k = 0; k < from.elements.size(); ++k)
            op.slot[k + 1] = source(out, from.elements[k], element_of_bytes(std::max<u8>(piece, 2)));
        op.slot[0] = destination(out, to, element_of_bytes(bytes));
        out.emit(op);
        return;
    }
    if (!instruction.isa->own_handler) not_supported(instruction);
    decode_row(out, instruction, *instruction.isa);
}

// cvta: global, const and generic addresses are the same here; shared, local and parameter addresses are offsets into
// their windows.
void decode_convert_address(Emitter& out, const ptx::Instruction& instruction) {
    const bool to_space = instruction.parts.at(1) == "to";
    const std::string space = without_suffix(instruction.parts.at(to_space ? 2 : 1));
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
    op.slot[0] = destination(out, instruction.operands.at(0), Element::B64);
    out.emit(op);
}

// lop3.{or,and}.b32 d|p, a, b, c, table, q: d is the result of lop3, p = (d != 0) or/and q. Either of d and p may be _.
void decode_lookup(Emitter& out, const ptx::Instruction& instruction) {
    const std::string& combine = instruction.parts.at(1);
    if (instruction.operands.size() != 6 || instruction.operands[0].kind != ptx::Operand::Kind::Pair)
        throw Error("the instruction " + instruction.opcode + " is not supported with these operands");
    const ptx::Operand& value = instruction.operands[0].elements[0];
    const ptx::Operand& predicate = instruction.operands[0].elements[1];
    const u32 other = predicate_source(out, instruction.operands[5]);
    Op look_up = out.make(id("lop3.b32"));
    for (u32 k = 1; k <= 4; ++k) look_up.slot[k] = source(out, instruction.operands[k], Element::B32);
    look_up.slot[0] =
        value.kind == ptx::Operand::Kind::Sink ? out.allocate_row(4) : destination(out, value, Element::B32);
    out.emit(look_up);
    if (predicate.kind == ptx::Operand::Kind::Sink) return;
    const u32 nonzero = out.compute(id("setp.ne.u32"), 0, {look_up.slot[0], out.constant(4, 0)});
    // Last, since the predicate may be the guard.
    out.emit_hidden(
        out.make(id_named(combine + ".pred"), {out.register_named(predicate.name).slot, nonzero, other}));
}

}  // namespace simt::exec
