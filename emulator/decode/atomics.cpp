// atom and red.
#include "emulator/decode/atomics.hpp"

#include <algorithm>

#include "emulator/decode/memory.hpp"
#include "emulator/decode/operands.hpp"
#include "emulator/error.hpp"
#include "emulator/isa/reductions.hpp"

namespace simt::exec {

namespace {

// An atomic's operation on each element. The commonest have an internal operation each; the others use the table of reductions.
struct Update {
    std::string operation;  // "add"; empty: there is none for the type
    bool has_own = false;
    u32 reduction = isa::kNoReduction;
};

Update update_of(const ptx::Instruction& instruction, bool vector) {
    for (const std::string& part : instruction.parts) {
        const std::string name = part + "." + instruction.parts.back();
        if (!vector && isa::id_of("~atom.global." + name)) return {part, true};
        const u32 reduction = isa::find_reduction(name);
        if (reduction != isa::kNoReduction) return {part, false, reduction};
    }
    return {};
}

isa::Id id_for(const Update& update, const ptx::Instruction& instruction, const std::string& space) {
    if (!update.has_own)
        return space == "global"   ? id("~reduce.global")
               : space == "shared" ? id("~reduce.shared")
                                   : id("~reduce.generic");
    const isa::Id own = isa::id_of("~atom." + (space.empty() ? "generic" : space) + "." + update.operation +
                                   "." + instruction.parts.back());
    if (!own) not_supported(instruction);
    return own;
}

// A value as consecutive rows: the elements of a vector, the halves of a 128-bit register, or one row.
u32 rows_of(Emitter& out, const ptx::Operand& value, Element element, const Op& op) {
    if (value.kind != ptx::Operand::Kind::Vector)
        return op.count == 2 ? wide_register(out, value) : source(out, value, element);
    const u32 slot = out.allocate_row(static_cast<u8>(op.width * op.count));
    for (u32 k = 0; k < op.count; ++k) {
        const u32 from = source(out, value.elements.at(k), element);
        out.emit_hidden(
            out.make(id_named("mov.b" + std::to_string(8 * op.width)), {slot + k * op.width * kLanes, from}));
    }
    return slot;
}

}  // namespace

void decode_atomic(Emitter& out, const ptx::Instruction& instruction) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    const std::string& type = instruction.parts.back();
    const std::size_t first = instruction.isa->has_result ? 1 : 0;
    const ptx::Operand sink;
    const ptx::Operand& result = first == 1 ? operands.at(0) : sink;
    const ptx::Operand& value = operands.at(first + 1);
    const bool vector = value.kind == ptx::Operand::Kind::Vector;
    const Update update = update_of(instruction, vector);
    if (update.operation.empty()) not_supported(instruction);
    const u32 bytes = ptx::size_of(ptx::type_named(type));
    const bool wide = bytes == kWideBytes;
    Op op;
    const std::string space = set_address(out, op, operands[first], space_of(instruction));
    if (vector && space == "shared")
        throw Error("atomics of vectors work on global memory only (" + instruction.opcode + ")");
    out.set_handler(op, id_for(update, instruction, space));
    op.width = static_cast<u8>(std::min(bytes, 8u));
    op.count = static_cast<u8>(vector ? value.elements.size() : bytes / op.width);
    if (u32{op.width} * op.count > kWideBytes)
        throw Error("the vector of " + instruction.opcode + " has more than 16 bytes");
    const Element element = wide ? Element::B64 : isa::element_named(type);
    op.slot[1] = rows_of(out, value, element, op);
    op.slot[2] = update.operation == "cas" ? rows_of(out, operands.at(first + 2), element, op) : op.slot[1];
    op.slot[3] = update.reduction;
    op.slot[0] = wide     ? wide_register(out, result)
                 : vector ? out.allocate_row(static_cast<u8>(op.width * op.count))
                          : destination(out, result, element);
    if (space != "global") out.note_shared_access(op.width);
    if (space != "shared") out.note_global_access(op.width, true);
    out.emit(op, cost::OpClass::Atomic);

    bool used = false;
    u32 from = op.slot[0];
    for (const ptx::Operand& each : elements_of(result)) {
        used |= each.kind == ptx::Operand::Kind::Register && out.passes.uses.at(each.name) > 1;
        if (vector && each.kind != ptx::Operand::Kind::Sink)
            out.emit_hidden(out.make(id_named("mov.b" + std::to_string(8 * op.width)),
                                     {destination(out, each, element), from}));
        from += op.width * kLanes;
    }
    // The order of blocks shows in an atomic's returned value, in rounding, and in exchanges.
    const bool commutes =
        update.operation != "exch" && update.operation != "cas" && type.find('f') == type.npos;
    if (space != "shared" && (used || !commutes)) out.code().ordered = true;
}

}  // namespace simt::exec
