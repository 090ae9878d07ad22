// Registers of 128 bits: the row of their low halves, then that of their high ones.
#include "emulator/decode/decoder.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

constexpr u8 kWideBytes = 16;
constexpr u32 kHalfRow = 8 * kLanes;

}  // namespace

u32 FunctionDecoder::wide_register(const Operand& operand) {
    if (operand.kind == Operand::Kind::Sink) return allocate_row(kWideBytes);
    if (operand.kind != Operand::Kind::Register || register_named(operand.name).bytes != kWideBytes)
        throw Error("expected a 128-bit register");
    return register_named(operand.name).slot;
}

// ld and st of .b128: two 64-bit elements, for a register that is two rows.
void FunctionDecoder::decode_wide_load_store(const Instruction& instruction) {
    const bool load = instruction.is(isa::Memory::Load);
    const Operand& address = instruction.operands.at(load ? 1 : 0);
    const Operand& value = instruction.operands.at(load ? 0 : 1);
    Op op;
    const std::string space = set_address(op, address, space_of(instruction));
    const std::string rows = space.empty() ? "generic" : space == "const" ? "global" : space;
    set_handler(op, load ? "~ld." + rows + ".u64.64" : "~st." + rows + ".64.64");
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
    Op second = make(id("~nothing"));
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
        Op move = make(id("mov.b64"));
        move.slot[1] = sources[k];
        move.slot[0] = to.kind == Operand::Kind::Vector ? destination(to.elements[k], Element::B64, false)
                                                        : wide_register(to) + k * kHalfRow;
        emit(move, observe::OpClass::Other, k == 0);
    }
}

}  // namespace simt::exec
