// Branches, exits, barriers and warp-level operations.

#include "emulator/decode/decoder.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

// Position of the one of `names` that is a part of the opcode.
u8 choice(const ptx::Instruction& instruction, std::initializer_list<const char*> names) {
    u8 k = 0;
    for (const char* name : names) {
        if (instruction.has(name)) return k;
        ++k;
    }
    throw Error("the instruction " + instruction.opcode + " is not supported");
}

}  // namespace

void FunctionDecoder::decode_branch(const Instruction& instruction) {
    const bool indexed = instruction.parts[0] == "brx";
    Op op = make(indexed ? "~branch.indexed" : instruction.guard.empty() ? "~branch" : "~branch.if");
    if (indexed) {
        op.slot[0] = source(instruction.operands.at(0), Element::B32);
    } else if (!instruction.guard.empty()) {
        op.slot[0] = register_named(instruction.guard).slot;
        op.guard_negated = instruction.guard_negated;
    }
    std::vector<u32> targets = passes_.flow.blocks[current_block_].successors;
    if (!indexed) targets.resize(1);
    pending_branches_.push_back({emit(op, observe::OpClass::Branch), current_block_, targets});
}

void FunctionDecoder::decode_exit(const Instruction& instruction) {
    const std::string& root = instruction.parts[0];
    if (root == "trap") {
        emit(make("~trap"));
        return;
    }
    if (root == "ret" && !kernel_) {
        pending_branches_.push_back({emit(make("~branch")), current_block_, {passes_.flow.epilogue()}});
        return;
    }
    emit(make("~exit"));
}

void FunctionDecoder::decode_barrier(const Instruction& instruction) {
    const std::vector<Operand>& operands = instruction.operands;
    if (instruction.has("warp")) {
        Op op = make("~sync_warp");
        op.slot[5] = source(operands.at(0), Element::B32);
        emit(op);
        return;
    }
    const bool arrive = instruction.has("arrive"), reduce = instruction.has("red");
    Op op = make(arrive ? "~barrier.arrive" : "~barrier");
    std::size_t k = 0;
    if (reduce) {
        op.width = static_cast<u8>(1 + choice(instruction, {"popc", "and", "or"}));
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
// race (order.hpp). Proxy fences order other kinds of access than loads and stores.
void FunctionDecoder::decode_fence(const Instruction& instruction) {
    if (instruction.has("proxy") || instruction.has("mbarrier_init")) {
        emit(make("~nothing"));
        return;
    }
    builder_.code().fences = true;
    Op op = make("~fence");
    op.width = instruction.has("cta") || instruction.has("cluster") ? kBlockScope : kDeviceScope;
    emit(op);
}

void FunctionDecoder::decode_collective(const Instruction& instruction) {
    const std::string& root = instruction.parts[0];
    const std::vector<Operand>& operands = instruction.operands;
    const Operand& to = operands.at(0);
    const bool pair = to.kind == Operand::Kind::Pair;
    const Operand& result = pair ? to.elements[0] : to;
    const u32 predicate = pair && to.elements[1].kind == Operand::Kind::Register
                              ? register_named(to.elements[1].name).slot
                              : scratch(0);
    if (root != "activemask" && !instruction.has("sync"))
        throw Error("the instruction " + instruction.opcode +
                    " without .sync does not exist on this architecture");
    Op op;
    if (root == "shfl") {
        op = make("~shuffle");
        op.width = choice(instruction, {"up", "down", "bfly", "idx"});
        for (int k = 2; k <= 5; ++k) op.slot[k] = source(operands.at(k - 1), Element::B32);
    } else if (root == "vote") {
        op = make("~vote");
        op.width = choice(instruction, {"all", "any", "uni", "ballot"});
        op.immediate = operands.at(1).negated;
        op.slot[1] = operands[1].kind == Operand::Kind::Immediate ? constant(0, operands[1].bits)
                                                                  : register_named(operands[1].name).slot;
        op.slot[5] = source(operands.at(2), Element::B32);
        op.slot[0] = destination(to, op.width == 3 ? Element::B32 : Element::Pred, false);
        emit(op);
        return;
    } else if (root == "match") {
        const bool wide = instruction.parts.back() == "b64";
        op = make(
            (std::string("~match.") + (instruction.has("all") ? "all" : "any") + (wide ? ".b64" : ".b32"))
                .c_str());
        op.slot[2] = source(operands.at(1), wide ? Element::B64 : Element::B32);
        op.slot[5] = source(operands.at(2), Element::B32);
    } else if (root == "redux") {
        op = make("~redux");
        const bool is_signed = instruction.parts.back() == "s32";
        op.width = instruction.has("min")   ? (is_signed ? 1 : 3)
                   : instruction.has("max") ? (is_signed ? 2 : 4)
                   : instruction.has("add") ? 0
                                            : static_cast<u8>(5 + choice(instruction, {"and", "or", "xor"}));
        if (instruction.parts.back()[0] == 'f')
            throw Error("the instruction " + instruction.opcode + " is not supported");
        op.slot[2] = source(operands.at(1), Element::B32);
        op.slot[5] = source(operands.at(2), Element::B32);
    } else if (root == "elect") {
        op = make("~elect");
        op.slot[5] = source(operands.at(1), Element::B32);
    } else {
        op = make("~active_mask");
    }
    op.slot[0] = destination(result, Element::B32, false);
    if (root != "activemask") op.slot[1] = predicate;
    emit(op);
}

}  // namespace simt::exec
