// See wide.hpp.
#include "emulator/decode/wide.hpp"

#include "emulator/decode/memory.hpp"
#include "emulator/decode/memory_space.hpp"
#include "emulator/decode/operands.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

constexpr u8 kWideBytes = 16;
constexpr u32 kHalfRow = 8 * kLanes;

}  // namespace

u32 wide_register(Emitter& out, const ptx::Operand& operand) {
    if (operand.kind == ptx::Operand::Kind::Sink) return out.allocate_row(kWideBytes);
    if (operand.kind != ptx::Operand::Kind::Register || out.register_named(operand.name).bytes != kWideBytes)
        throw Error("expected a 128-bit register");
    return out.register_named(operand.name).slot;
}

// ld and st of .b128: two 64-bit elements, for a register that is two rows.
void decode_wide_load_store(Emitter& out, const ptx::Instruction& instruction) {
    const bool load = instruction.is(isa::Memory::Load);
    const ptx::Operand& address = instruction.operands.at(load ? 1 : 0);
    const ptx::Operand& value = instruction.operands.at(load ? 0 : 1);
    Op op;
    const std::string space = set_address(out, op, address, space_of(instruction));
    const std::string rows = space.empty() ? "generic" : space == "const" ? "global" : space;
    out.set_handler(op, load ? "~ld." + rows + ".u64.64" : "~st." + rows + ".64.64");
    op.slot[0] = wide_register(out, value);
    op.slot[1] = op.slot[0] + kHalfRow;
    op.width = 8;
    op.count = 2;
    const bool global = space.empty() || space == "global", shared = space == "shared";
    op.detail |= 3u << kRegisterShift;
    if (space.empty() || shared) out.builder.note_shared_width(op.width);
    if (global) out.note_global_access(kWideBytes, !load);
    out.emit(op, global   ? (load ? cost::OpClass::GlobalLoad : cost::OpClass::GlobalStore)
                 : shared ? (load ? cost::OpClass::SharedLoad : cost::OpClass::SharedStore)
                          : cost::OpClass::Other);
    if (!space.empty()) return;
    Op second = out.make(id("~nothing"));
    second.detail = op.detail;
    out.emit(second, load ? cost::OpClass::SharedLoad : cost::OpClass::SharedStore, false);
}

// mov.b128 between a 128-bit register and a pair of 64-bit ones, or two of its kind.
void decode_wide_move(Emitter& out, const ptx::Instruction& instruction) {
    const ptx::Operand& to = instruction.operands.at(0);
    const ptx::Operand& from = instruction.operands.at(1);
    if (from.kind == ptx::Operand::Kind::Vector && from.elements.size() != 2)
        throw Error("expected two halves");
    if (to.kind == ptx::Operand::Kind::Vector && to.elements.size() != 2) throw Error("expected two halves");
    u32 sources[2];
    for (u32 k = 0; k < 2; ++k)
        sources[k] = from.kind == ptx::Operand::Kind::Vector ? source(out, from.elements[k], Element::B64)
                                                             : wide_register(out, from) + k * kHalfRow;
    for (u32 k = 0; k < 2; ++k) {
        Op move = out.make(id("mov.b64"));
        move.slot[1] = sources[k];
        move.slot[0] = to.kind == ptx::Operand::Kind::Vector
                           ? destination(out, to.elements[k], Element::B64, false)
                           : wide_register(out, to) + k * kHalfRow;
        out.emit(move, cost::OpClass::Other, k == 0);
    }
}

}  // namespace simt::exec
