// Branches, returns, barriers, fences, clusters.
#include "emulator/decode/choice.hpp"
#include "emulator/decode/decoder.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

void FunctionDecoder::decode_branch(const Instruction& instruction) {
    Op op = make(instruction.guard.empty() ? id("~branch") : id("~branch.if"));
    if (!instruction.guard.empty()) {
        op.slot[0] = register_named(instruction.guard).slot;
        op.guard_negated = instruction.guard_negated;
    }
    pending_branches_.push_back({emit(op, observe::OpClass::Branch),
                                 current_block_,
                                 {passes_.flow.blocks[current_block_].successors.at(0)}});
}

void FunctionDecoder::decode_indexed_branch(const Instruction& instruction) {
    Op op = make(instruction.isa->id);
    op.slot[0] = source(instruction.operands.at(0), Element::B32);
    pending_branches_.push_back(
        {emit(op, observe::OpClass::Branch), current_block_, passes_.flow.blocks[current_block_].successors});
}

void FunctionDecoder::decode_return() {
    if (kernel_)
        emit(make(id("~exit")));
    else
        pending_branches_.push_back({emit(make(id("~branch"))), current_block_, {passes_.flow.epilogue()}});
}

void FunctionDecoder::decode_barrier(const Instruction& instruction) {
    const std::vector<Operand>& operands = instruction.operands;
    const bool reduce = instruction.isa->has_result;
    Op op = make(instruction.has("arrive") ? id("~barrier.arrive") : id("~barrier"));
    std::size_t k = 0;
    if (reduce) {
        op.width = static_cast<u8>(1 + choice_of(instruction, {"popc", "and", "or"}));
        op.slot[0] = op.width == 1 ? destination(operands.at(k), Element::B32, false)
                                   : destination(operands.at(k), Element::Pred, false);
        ++k;
    }
    op.slot[1] = source(operands.at(k++), Element::B32);
    op.slot[2] = op.slot[3] = kNoSlot;
    const std::size_t left = operands.size() - k;
    if (left == (reduce ? 2u : 1u)) {
        op.slot[2] = source(operands[k++], Element::B32);
        builder_.code().counted_barriers = true;
    }
    if (reduce) {
        op.immediate = operands.at(k).negated;
        op.slot[3] = operands[k].kind == Operand::Kind::Immediate ? constant(0, operands[k].bits)
                                                                  : register_named(operands[k].name).slot;
    }
    emit(op, observe::OpClass::Barrier);
}

// Nothing moves in memory, everything is visible to all at once anyway; but who has executed a fence decides what is a
// race (order.hpp).
void FunctionDecoder::decode_fence(const Instruction& instruction) {
    builder_.code().fences = true;
    Op op = make(instruction.isa->id);
    op.width = instruction.has("cta") || instruction.has("cluster") ? kBlockScope : kDeviceScope;
    emit(op);
}

// Of a cluster that is one block.
void FunctionDecoder::decode_cluster_barrier(const Instruction& instruction) {
    emit(make(instruction.has("wait") ? id("~cluster.wait") : id("~cluster.arrive")),
         observe::OpClass::Barrier);
}

void FunctionDecoder::decode_cluster_map(const Instruction& instruction) {
    const std::vector<Operand>& operands = instruction.operands;
    Op op = make(instruction.isa->id);
    op.width = instruction.parts.back() == "u64" ? 8 : 4;
    const Element element = op.width == 8 ? Element::B64 : Element::B32;
    op.slot[1] = source(operands.at(1), element);
    op.slot[2] = source(operands.at(2), Element::B32);
    op.slot[0] = destination(operands.at(0), element, false);
    emit(op);
}

void FunctionDecoder::decode_cluster_rank(const Instruction& instruction) {
    Op op = make(id("mov.b32"));
    op.slot[1] = constant(4, 0);
    op.slot[0] = destination(instruction.operands.at(0), Element::B32, false);
    emit(op);
}

// setmaxnreg moves registers between the warps of a multiprocessor: nothing that a program can see, if the count is one
// that exists.
void FunctionDecoder::decode_register_count(const Instruction& instruction) {
    const u64 count = instruction.operands.at(0).bits;
    if (count < 24 || count > 256 || count % 8 != 0)
        throw Error("setmaxnreg takes 24 to 256 registers, a multiple of 8");
    emit(make(id("~nothing")));
}

}  // namespace simt::exec
