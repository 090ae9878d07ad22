// Branches, returns, barriers, fences, clusters.
#include "emulator/decode/control.hpp"

#include "emulator/decode/operands.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

void decode_branch(Emitter& out, const ptx::Instruction& instruction) {
    Op op = out.make(instruction.guard.empty() ? id("~branch") : id("~branch.if"));
    if (!instruction.guard.empty()) {
        op.slot[0] = out.register_named(instruction.guard).slot;
        op.guard_negated = instruction.guard_negated;
    }
    out.emit_branch(op, {out.block().successors.at(0)}, cost::OpClass::Branch);
}

void decode_indexed_branch(Emitter& out, const ptx::Instruction& instruction) {
    const Op op = out.make(instruction.isa->id, {source(out, instruction.operands.at(0), Element::B32)});
    out.emit_branch(op, out.block().successors, cost::OpClass::Branch);
}

void decode_return(Emitter& out, const ptx::Instruction&) {
    if (out.function.entry)
        out.emit(out.make(id("~exit")));
    else
        out.emit_branch(out.make(id("~branch")), {out.passes.flow.epilogue()});
}

void decode_barrier(Emitter& out, const ptx::Instruction& instruction) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    const bool reduce = instruction.isa->has_result;
    Op op = out.make(instruction.has("arrive") ? id("~barrier.arrive") : id("~barrier"));
    std::size_t k = 0;
    if (reduce) {
        op.width = static_cast<u8>(1 + choice_of(instruction, {"popc", "and", "or"}));
        op.slot[0] = destination(out, operands.at(k++), op.width == 1 ? Element::B32 : Element::Pred);
    }
    op.slot[1] = source(out, operands.at(k++), Element::B32);
    op.slot[2] = op.slot[3] = kNoSlot;
    const std::size_t left = operands.size() - k;
    if (left == (reduce ? 2u : 1u)) {
        op.slot[2] = source(out, operands[k++], Element::B32);
        out.code().counted_barriers = true;
    }
    if (reduce) {
        op.immediate = operands.at(k).negated;
        op.slot[3] = plain_predicate(out, operands[k]);
    }
    out.emit(op, cost::OpClass::Barrier);
}

// In the emulator stores are visible to all threads at once, so a fence changes no value. But fences decide which accesses race
// (order.hpp).
void decode_fence(Emitter& out, const ptx::Instruction& instruction) {
    out.code().fences = true;
    Op op = out.make(instruction.isa->id);
    op.width = instruction.has("cta") ? kBlockScope : kDeviceScope;
    out.emit(op);
}

void decode_cluster_barrier(Emitter& out, const ptx::Instruction& instruction) {
    Op op = out.make(instruction.has("wait") ? id("~cluster.wait") : id("~cluster.arrive"));
    op.width = instruction.has("relaxed");
    out.code().fences = true;
    out.emit(op, cost::OpClass::Barrier);
}

void decode_cluster_map(Emitter& out, const ptx::Instruction& instruction) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    Op op = out.make(instruction.isa->id);
    op.width = instruction.parts.back() == "u64" ? 8 : 4;
    const Element element = element_of_bytes(op.width);
    op.slot[1] = source(out, operands.at(1), element);
    op.slot[2] = source(out, operands.at(2), Element::B32);
    op.slot[0] = destination(out, operands.at(0), element);
    out.emit(op);
}

void decode_cluster_rank(Emitter& out, const ptx::Instruction& instruction) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    Op op = out.make(instruction.isa->id);
    op.width = instruction.parts.back() == "u64" ? 8 : 4;
    op.slot[1] = source(out, operands.at(1), element_of_bytes(op.width));
    op.slot[0] = destination(out, operands.at(0), Element::B32);
    out.emit(op);
}

// setmaxnreg moves registers between the warps of a multiprocessor. If the count is valid, a program cannot notice.
void decode_register_count(Emitter& out, const ptx::Instruction& instruction) {
    const u64 count = instruction.operands.at(0).bits;
    if (count < 24 || count > 256 || count % 8 != 0)
        throw Error("setmaxnreg takes 24 to 256 registers, a multiple of 8");
    out.emit(out.make(id("~nothing")));
}

}  // namespace simt::exec
