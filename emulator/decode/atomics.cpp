// See atomics.hpp.
#include "emulator/decode/atomics.hpp"

#include <algorithm>

#include "emulator/decode/memory.hpp"
#include "emulator/decode/memory_space.hpp"
#include "emulator/decode/operands.hpp"
#include "emulator/decode/wide.hpp"
#include "emulator/error.hpp"
#include "emulator/isa/reductions.hpp"

namespace simt::exec {

namespace {

constexpr u8 kWideBytes = 16;

std::string mov_of(u8 bytes) { return "mov.b" + std::to_string(8 * bytes); }

Element element_of_bytes(u8 bytes) {
    return bytes == 2 ? Element::B16 : bytes == 4 ? Element::B32 : Element::B64;
}

// An operand as consecutive rows: the elements of a vector, the halves of a 128-bit register, or one row.
u32 pieces(Emitter& out, const ptx::Operand& operand, u8 bytes, u32 count) {
    if (operand.kind != ptx::Operand::Kind::Vector)
        return bytes * count == kWideBytes && count == 2 ? wide_register(out, operand)
                                                         : source(out, operand, element_of_bytes(bytes));
    const u32 slot = out.allocate_row(static_cast<u8>(bytes * count));
    for (u32 k = 0; k < count; ++k) {
        Op move = out.make(mov_of(bytes));
        move.slot[1] = source(out, operand.elements.at(k), element_of_bytes(bytes));
        move.slot[0] = slot + k * bytes * kLanes;
        out.emit_hidden(move);
    }
    return slot;
}

// Types and vectors that have no handler of their own; operation and type name the reduction.
void decode_reduction(Emitter& out, const ptx::Instruction& instruction, const std::string& operation) {
    const bool returns = instruction.isa->has_result;
    const std::string& type = instruction.parts.back();
    const std::string name = operation + "." + type;
    const u32 reduction = isa::find_reduction(name);
    if (reduction == isa::kNoReduction)
        throw Error("the instruction " + instruction.opcode + " is not supported");
    const u32 bytes = isa::reduction_bytes(name);
    const std::vector<ptx::Operand>& operands = instruction.operands;
    const ptx::Operand& address = operands.at(returns ? 1 : 0);
    const std::size_t first = returns ? 2 : 1;
    const ptx::Operand& value = operands.at(first);
    Op op;
    const std::string space = set_address(out, op, address, space_of(instruction));
    const bool vector = value.kind == ptx::Operand::Kind::Vector;
    if (vector && space == "shared")
        throw Error("atomics of vectors work on global memory only (" + instruction.opcode + ")");
    out.set_handler(op, space == "global"   ? id("~reduce.global")
                        : space == "shared" ? id("~reduce.shared")
                                            : id("~reduce.generic"));
    op.width = static_cast<u8>(std::min(bytes, 8u));
    op.count = static_cast<u8>(vector ? value.elements.size() : bytes / op.width);
    if (u32{op.width} * op.count > kWideBytes)
        throw Error("the vector of " + instruction.opcode + " has more than 16 bytes");
    op.slot[1] = pieces(out, value, op.width, op.count);
    op.slot[2] = operation == "cas" ? pieces(out, operands.at(first + 1), op.width, op.count) : op.slot[1];
    op.slot[3] = reduction;
    const ptx::Operand sink;
    const ptx::Operand& result = returns ? operands[0] : sink;
    const bool wide = bytes == kWideBytes;
    if (wide && returns)
        op.slot[0] = wide_register(out, result);
    else if (vector || !returns)
        op.slot[0] = out.allocate_row(static_cast<u8>(op.width * op.count));
    else
        op.slot[0] = destination(out, result, element_of_bytes(op.width), false);
    if (space != "global") out.builder.note_shared_width(op.width);
    if (space != "shared") out.note_global_access(op.width, true);
    out.emit(op, cost::OpClass::Atomic);
    bool used = false;
    const auto is_used = [&](const ptx::Operand& o) {
        return o.kind == ptx::Operand::Kind::Register && out.passes.uses.at(o.name) > 1;
    };
    for (std::size_t k = 0; vector && k < result.elements.size(); ++k) {
        const ptx::Operand& element = result.elements[k];
        used |= is_used(element);
        if (element.kind == ptx::Operand::Kind::Sink) continue;
        Op move = out.make(mov_of(op.width));
        move.slot[1] = op.slot[0] + static_cast<u32>(k) * op.width * kLanes;
        move.slot[0] = destination(out, element, element_of_bytes(op.width), false);
        out.emit_hidden(move);
    }
    used |= is_used(result);
    // As in decode_atomic; only the order of blocks protects a 128-bit update.
    const bool commutes = type[0] == 'u' || type[0] == 's';
    if (space != "shared" && (used || !commutes)) out.code().ordered = true;
}

}  // namespace

void decode_atomic(Emitter& out, const ptx::Instruction& instruction) {
    const bool returns = instruction.isa->has_result;
    static const char* const kOperations[] = {"add", "min",  "max", "and", "or",
                                              "xor", "exch", "cas", "inc", "dec"};
    std::string operation;
    for (const std::string& part : instruction.parts)
        for (const char* name : kOperations)
            if (part == name) operation = name;
    const std::string& type = instruction.parts.back();
    const std::size_t first = returns ? 2 : 1;
    const bool vector = instruction.operands.at(first).kind == ptx::Operand::Kind::Vector;
    if (vector || !isa::id_of("~atom.global." + operation + "." + type))
        return decode_reduction(out, instruction, operation);
    Op op;
    const std::string space =
        set_address(out, op, instruction.operands.at(returns ? 1 : 0), space_of(instruction));
    const std::string name =
        "~atom." + (space.empty() ? std::string("generic") : space) + "." + operation + "." + type;
    if (!isa::id_of(name)) throw Error("the instruction " + instruction.opcode + " is not supported");
    out.set_handler(op, name);
    const u32 bytes = ptx::size_of(ptx::type_named(type));
    const Element element = type == "f32"   ? Element::F32
                            : type == "f64" ? Element::F64
                            : bytes == 4    ? Element::B32
                                            : Element::B64;
    op.slot[1] = source(out, instruction.operands.at(first), element);
    op.slot[2] = operation == "cas" ? source(out, instruction.operands.at(first + 1), element)
                                    : out.scratch(static_cast<u8>(bytes));
    op.slot[0] = returns ? destination(out, instruction.operands.at(0), element, false)
                         : out.scratch(static_cast<u8>(bytes));
    op.width = static_cast<u8>(bytes);
    op.count = 1;
    if (space != "global") out.builder.note_shared_width(bytes);
    if (space != "shared") out.note_global_access(bytes, true);
    out.emit(op, cost::OpClass::Atomic);

    // The order of blocks shows in what an atomic returns, in rounding, and in exchanges.
    const ptx::Operand& result = instruction.operands.at(0);
    const bool used =
        returns && result.kind == ptx::Operand::Kind::Register && out.passes.uses.at(result.name) > 1;
    const bool commutes = operation != "exch" && operation != "cas" && type[0] != 'f';
    if (space != "shared" && (used || !commutes)) out.code().ordered = true;
}

}  // namespace simt::exec
