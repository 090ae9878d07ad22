// Instructions that few programs use: atomics by table, 128-bit registers, matrices, clusters of one block.
#include <algorithm>

#include "emulator/decode/decoder.hpp"
#include "emulator/error.hpp"
#include "emulator/exec/rare/rare_ops.hpp"
#include "emulator/exec/rare/reductions.hpp"

namespace simt::exec {

namespace {

constexpr u8 kWideBytes = 16;
constexpr u32 kHalfRow =
    8 * kLanes;  // a 128-bit register is the row of its low halves, then that of its high ones

std::string mov_of(u8 bytes) { return "mov.b" + std::to_string(8 * bytes); }

Element element_of_bytes(u8 bytes) {
    return bytes == 2 ? Element::B16 : bytes == 4 ? Element::B32 : Element::B64;
}

}  // namespace

u32 FunctionDecoder::wide_register(const Operand& operand) {
    if (operand.kind == Operand::Kind::Sink) return allocate_row(kWideBytes);
    if (operand.kind != Operand::Kind::Register || register_named(operand.name).bytes != kWideBytes)
        throw Error("expected a 128-bit register");
    return register_named(operand.name).slot;
}

// An operand as rows one behind the other: a vector's elements, a 128-bit register's halves, or one row.
u32 FunctionDecoder::pieces(const Operand& operand, u8 bytes, u32 count) {
    if (operand.kind != Operand::Kind::Vector)
        return bytes * count == kWideBytes && count == 2 ? wide_register(operand)
                                                         : source(operand, element_of_bytes(bytes));
    const u32 slot = allocate_row(static_cast<u8>(bytes * count));
    for (u32 k = 0; k < count; ++k) {
        Op move = make(mov_of(bytes).c_str());
        move.slot[1] = source(operand.elements.at(k), element_of_bytes(bytes));
        move.slot[0] = slot + k * bytes * kLanes;
        emit_hidden(move);
    }
    return slot;
}

// atom and red that have no row in the table of instructions; operation and type name the reduction.
void FunctionDecoder::decode_atomic_by_table(const Instruction& instruction, bool returns,
                                             const std::string& operation) {
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
    const Op handler = make_with(space == "global"   ? atomic_in_global
                                 : space == "shared" ? atomic_in_shared
                                                     : atomic_in_generic);
    op.handler = handler.handler;
    op.guard = handler.guard;
    op.guard_negated = handler.guard_negated;
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
        Op move = make(mov_of(op.width).c_str());
        move.slot[1] = op.slot[0] + static_cast<u32>(k) * op.width * kLanes;
        move.slot[0] = destination(element, element_of_bytes(op.width), false);
        emit_hidden(move);
    }
    used |= is_used(result);
    // As in decode_atomic; in 128 bits nothing but the order of blocks protects the update.
    const bool commutes = type[0] == 'u' || type[0] == 's';
    if (space != "shared" && (used || !commutes)) builder_.code().ordered = true;
}

// ld and st of .b128: two 64-bit elements, for a register that is two rows.
void FunctionDecoder::decode_wide_load_store(const Instruction& instruction, bool load) {
    const Operand& address = instruction.operands.at(load ? 1 : 0);
    const Operand& value = instruction.operands.at(load ? 0 : 1);
    Op op;
    const std::string space = set_address(op, address, space_of(instruction));
    const std::string rows = space.empty() ? "generic" : space == "const" ? "global" : space;
    const Op handler = make((load ? "~ld." + rows + ".u64.64" : "~st." + rows + ".64.64").c_str());
    op.handler = handler.handler;
    op.guard = handler.guard;
    op.guard_negated = handler.guard_negated;
    op.slot[0] = wide_register(value);
    op.slot[1] = op.slot[0] + kHalfRow;
    op.width = 8;
    op.count = 2;
    const bool global = space.empty() || space == "global", shared = space == "shared";
    op.detail |= 3u << kRegisterShift;
    if (space.empty() || shared) builder_.note_shared_width(op.width);
    if (global) note_global_access(kWideBytes, !load);
    emit(op, global   ? (load ? observe::OpClass::GlobalLoad : observe::OpClass::GlobalStore)
             : shared ? (load ? observe::OpClass::SharedLoad : observe::OpClass::SharedStore)
                      : observe::OpClass::Other);
    if (!space.empty()) return;
    Op second = make("~nothing");
    second.detail = op.detail;
    emit(second, load ? observe::OpClass::SharedLoad : observe::OpClass::SharedStore, false);
}

// mov.b128 between a 128-bit register and a pair of 64-bit ones, or two of its kind.
void FunctionDecoder::decode_wide_move(const Instruction& instruction) {
    const Operand& to = instruction.operands.at(0);
    const Operand& from = instruction.operands.at(1);
    if (from.kind == Operand::Kind::Vector && from.elements.size() != 2) throw Error("expected two halves");
    if (to.kind == Operand::Kind::Vector && to.elements.size() != 2) throw Error("expected two halves");
    u32 sources[2];
    for (u32 k = 0; k < 2; ++k)
        sources[k] = from.kind == Operand::Kind::Vector ? source(from.elements[k], Element::B64)
                                                        : wide_register(from) + k * kHalfRow;
    for (u32 k = 0; k < 2; ++k) {
        Op move = make("mov.b64");
        move.slot[1] = sources[k];
        move.slot[0] = to.kind == Operand::Kind::Vector ? destination(to.elements[k], Element::B64, false)
                                                        : wide_register(to) + k * kHalfRow;
        emit(move, observe::OpClass::Other, k == 0);
    }
}

void FunctionDecoder::decode_matrix(const Instruction& instruction) {
    builder_.code().whole_warps = true;
    const std::string& root = instruction.parts[0];
    const std::vector<Operand>& operands = instruction.operands;
    if (!instruction.has("m8n8") || instruction.parts.back() != "b16")
        throw Error("the instruction " + instruction.opcode + " is not supported");
    if (root == "movmatrix") {
        Op op = make_with(matrix_transpose);
        op.slot[1] = source(operands.at(1), Element::B32);
        op.slot[0] = destination(operands.at(0), Element::B32, false);
        emit(op);
        return;
    }
    const bool load = root == "ldmatrix";
    const Operand& registers = operands.at(load ? 0 : 1);
    Op op = make_with(load ? matrix_load : matrix_store);
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

// Instructions of clusters, where a cluster is one block.
void FunctionDecoder::decode_cluster(const Instruction& instruction) {
    const std::string& root = instruction.parts[0];
    const std::vector<Operand>& operands = instruction.operands;
    if (root == "barrier") {
        emit(make_with(instruction.has("wait") ? cluster_wait : cluster_arrive), observe::OpClass::Barrier);
        return;
    }
    if (root == "mapa") {
        Op op = make_with(map_to_rank);
        op.width = instruction.parts.back() == "u64" ? 8 : 4;
        op.slot[1] = source(operands.at(1), element_of_bytes(op.width));
        op.slot[2] = source(operands.at(2), Element::B32);
        op.slot[0] = destination(operands.at(0), element_of_bytes(op.width), false);
        emit(op);
        return;
    }
    Op op = make("mov.b32");  // getctarank
    op.slot[1] = constant(4, 0);
    op.slot[0] = destination(operands.at(0), Element::B32, false);
    emit(op);
}

// A cache policy changes no result; its register gets some value.
void FunctionDecoder::decode_cache_policy(const Instruction& instruction) {
    Op op = make("mov.b64");
    op.slot[1] = constant(8, 0);
    op.slot[0] = destination(instruction.operands.at(0), Element::B64, false);
    emit(op);
}

// setmaxnreg moves registers between the warps of a multiprocessor: nothing that a program can see, if the count is one
// that exists.
void FunctionDecoder::decode_register_count(const Instruction& instruction) {
    const u64 count = instruction.operands.at(0).bits;
    if (count < 24 || count > 256 || count % 8 != 0)
        throw Error("setmaxnreg takes 24 to 256 registers, a multiple of 8");
    emit(make("~nothing"));
}

}  // namespace simt::exec
