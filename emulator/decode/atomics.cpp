// atom and red.
#include <algorithm>

#include "emulator/decode/decoder.hpp"
#include "emulator/error.hpp"
#include "emulator/exec/atomics/reductions.hpp"

namespace simt::exec {

namespace {

constexpr u8 kWideBytes = 16;

std::string mov_of(u8 bytes) { return "mov.b" + std::to_string(8 * bytes); }

Element element_of_bytes(u8 bytes) {
    return bytes == 2 ? Element::B16 : bytes == 4 ? Element::B32 : Element::B64;
}

}  // namespace

void FunctionDecoder::decode_atomic(const Instruction& instruction) {
    const bool returns = instruction.isa->has_result;
    static const char* const kOperations[] = {"add", "min",  "max", "and", "or",
                                              "xor", "exch", "cas", "inc", "dec"};
    std::string operation;
    for (const std::string& part : instruction.parts)
        for (const char* name : kOperations)
            if (part == name) operation = name;
    const std::string& type = instruction.parts.back();
    const std::size_t first = returns ? 2 : 1;
    const bool vector = instruction.operands.at(first).kind == Operand::Kind::Vector;
    if (vector || !isa::id_of("~atom.global." + operation + "." + type))
        return decode_reduction(instruction, operation);
    Op op;
    const std::string space =
        set_address(op, instruction.operands.at(returns ? 1 : 0), space_of(instruction));
    const std::string name =
        "~atom." + (space.empty() ? std::string("generic") : space) + "." + operation + "." + type;
    if (!isa::id_of(name)) throw Error("the instruction " + instruction.opcode + " is not supported");
    set_handler(op, name);
    const u32 bytes = ptx::size_of(ptx::type_named(type));
    const Element element = type == "f32"   ? Element::F32
                            : type == "f64" ? Element::F64
                            : bytes == 4    ? Element::B32
                                            : Element::B64;
    op.slot[1] = source(instruction.operands.at(first), element);
    op.slot[2] = operation == "cas" ? source(instruction.operands.at(first + 1), element)
                                    : scratch(static_cast<u8>(bytes));
    op.slot[0] =
        returns ? destination(instruction.operands.at(0), element, false) : scratch(static_cast<u8>(bytes));
    op.width = static_cast<u8>(bytes);
    op.count = 1;
    if (space != "global") builder_.note_shared_width(bytes);
    if (space != "shared") note_global_access(bytes, true);
    emit(op, observe::OpClass::Atomic);

    // Which block comes first shows in what an atomic returns, in rounding, and in exchanges.
    const Operand& result = instruction.operands.at(0);
    const bool used = returns && result.kind == Operand::Kind::Register && passes_.uses.at(result.name) > 1;
    const bool commutes = operation != "exch" && operation != "cas" && type[0] != 'f';
    if (space != "shared" && (used || !commutes)) builder_.code().ordered = true;
}

// An operand as rows one behind the other: a vector's elements, a 128-bit register's halves, or one row.
u32 FunctionDecoder::pieces(const Operand& operand, u8 bytes, u32 count) {
    if (operand.kind != Operand::Kind::Vector)
        return bytes * count == kWideBytes && count == 2 ? wide_register(operand)
                                                         : source(operand, element_of_bytes(bytes));
    const u32 slot = allocate_row(static_cast<u8>(bytes * count));
    for (u32 k = 0; k < count; ++k) {
        Op move = make(mov_of(bytes));
        move.slot[1] = source(operand.elements.at(k), element_of_bytes(bytes));
        move.slot[0] = slot + k * bytes * kLanes;
        emit_hidden(move);
    }
    return slot;
}

// Types and vectors that have no handler of their own; operation and type name the reduction.
void FunctionDecoder::decode_reduction(const Instruction& instruction, const std::string& operation) {
    const bool returns = instruction.isa->has_result;
    const std::string& type = instruction.parts.back();
    const Reduction* reduction = find_reduction(operation + "." + type);
    if (reduction == nullptr) throw Error("the instruction " + instruction.opcode + " is not supported");
    const std::vector<Operand>& operands = instruction.operands;
    const Operand& address = operands.at(returns ? 1 : 0);
    const std::size_t first = returns ? 2 : 1;
    const Operand& value = operands.at(first);
    Op op;
    const std::string space = set_address(op, address, space_of(instruction));
    const bool vector = value.kind == Operand::Kind::Vector;
    if (vector && space == "shared")
        throw Error("atomics of vectors work on global memory only (" + instruction.opcode + ")");
    set_handler(op, space == "global"   ? id("~reduce.global")
                    : space == "shared" ? id("~reduce.shared")
                                        : id("~reduce.generic"));
    op.width = static_cast<u8>(std::min(reduction->bytes, 8u));
    op.count = static_cast<u8>(vector ? value.elements.size() : reduction->bytes / op.width);
    if (u32{op.width} * op.count > kWideBytes)
        throw Error("the vector of " + instruction.opcode + " has more than 16 bytes");
    op.slot[1] = pieces(value, op.width, op.count);
    op.slot[2] = operation == "cas" ? pieces(operands.at(first + 1), op.width, op.count) : op.slot[1];
    op.slot[3] = reduction_index(*reduction);
    const Operand sink;
    const Operand& result = returns ? operands[0] : sink;
    const bool wide = reduction->bytes == kWideBytes;
    if (wide && returns)
        op.slot[0] = wide_register(result);
    else if (vector || !returns)
        op.slot[0] = allocate_row(static_cast<u8>(op.width * op.count));
    else
        op.slot[0] = destination(result, element_of_bytes(op.width), false);
    if (space != "global") builder_.note_shared_width(op.width);
    if (space != "shared") note_global_access(op.width, true);
    emit(op, observe::OpClass::Atomic);
    bool used = false;
    const auto is_used = [this](const Operand& o) {
        return o.kind == Operand::Kind::Register && passes_.uses.at(o.name) > 1;
    };
    for (std::size_t k = 0; vector && k < result.elements.size(); ++k) {
        const Operand& element = result.elements[k];
        used |= is_used(element);
        if (element.kind == Operand::Kind::Sink) continue;
        Op move = make(mov_of(op.width));
        move.slot[1] = op.slot[0] + static_cast<u32>(k) * op.width * kLanes;
        move.slot[0] = destination(element, element_of_bytes(op.width), false);
        emit_hidden(move);
    }
    used |= is_used(result);
    // As in decode_atomic; in 128 bits nothing but the order of blocks protects the update.
    const bool commutes = type[0] == 'u' || type[0] == 's';
    if (space != "shared" && (used || !commutes)) builder_.code().ordered = true;
}

}  // namespace simt::exec
