// Operations of a warp's lanes together: shuffles, votes, matches, reductions.
#include "emulator/decode/choice.hpp"
#include "emulator/decode/decoder.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

void needs_sync(const ptx::Instruction& instruction) {
    if (!instruction.has("sync"))
        throw Error("the instruction " + instruction.opcode +
                    " without .sync does not exist on this architecture");
}

}  // namespace

// d, or d|p.
void FunctionDecoder::set_results(Op& op, const Operand& to) {
    const bool pair = to.kind == Operand::Kind::Pair;
    op.slot[1] = pair && to.elements[1].kind == Operand::Kind::Register
                     ? register_named(to.elements[1].name).slot
                     : scratch(0);
    op.slot[0] = destination(pair ? to.elements[0] : to, Element::B32, false);
}

void FunctionDecoder::decode_shuffle(const Instruction& instruction) {
    const std::vector<Operand>& operands = instruction.operands;
    needs_sync(instruction);
    Op op = make(instruction.isa->id);
    op.width = choice_of(instruction, {"up", "down", "bfly", "idx"});
    for (int k = 2; k <= 5; ++k) op.slot[k] = source(operands.at(k - 1), Element::B32);
    set_results(op, operands.at(0));
    emit(op);
}

void FunctionDecoder::decode_vote(const Instruction& instruction) {
    const std::vector<Operand>& operands = instruction.operands;
    needs_sync(instruction);
    Op op = make(instruction.isa->id);
    op.width = choice_of(instruction, {"all", "any", "uni", "ballot"});
    const Operand& predicate = operands.at(1);
    op.immediate = predicate.negated;
    op.slot[1] = predicate.kind == Operand::Kind::Immediate ? constant(0, predicate.bits)
                                                            : register_named(predicate.name).slot;
    op.slot[5] = source(operands.at(2), Element::B32);
    op.slot[0] = destination(operands.at(0), op.width == 3 ? Element::B32 : Element::Pred, false);
    emit(op);
}

void FunctionDecoder::decode_match(const Instruction& instruction) {
    const std::vector<Operand>& operands = instruction.operands;
    needs_sync(instruction);
    const bool wide = instruction.parts.back() == "b64";
    Op op =
        make(std::string("~match.") + (instruction.has("all") ? "all" : "any") + (wide ? ".b64" : ".b32"));
    op.slot[2] = source(operands.at(1), wide ? Element::B64 : Element::B32);
    op.slot[5] = source(operands.at(2), Element::B32);
    set_results(op, operands.at(0));
    emit(op);
}

void FunctionDecoder::decode_redux(const Instruction& instruction) {
    const std::vector<Operand>& operands = instruction.operands;
    needs_sync(instruction);
    const std::string& type = instruction.parts.back();
    if (type[0] == 'f') throw Error("the instruction " + instruction.opcode + " is not supported");
    const bool is_signed = type == "s32";
    Op op = make(instruction.isa->id);
    op.width = instruction.has("min")   ? (is_signed ? 1 : 3)
               : instruction.has("max") ? (is_signed ? 2 : 4)
               : instruction.has("add") ? 0
                                        : static_cast<u8>(5 + choice_of(instruction, {"and", "or", "xor"}));
    op.slot[2] = source(operands.at(1), Element::B32);
    op.slot[5] = source(operands.at(2), Element::B32);
    set_results(op, operands.at(0));
    emit(op);
}

void FunctionDecoder::decode_elect(const Instruction& instruction) {
    needs_sync(instruction);
    Op op = make(instruction.isa->id);
    op.slot[5] = source(instruction.operands.at(1), Element::B32);
    set_results(op, instruction.operands.at(0));
    emit(op);
}

void FunctionDecoder::decode_active_mask(const Instruction& instruction) {
    Op op = make(instruction.isa->id);
    op.slot[0] = destination(instruction.operands.at(0), Element::B32, false);
    emit(op);
}

void FunctionDecoder::decode_warp_barrier(const Instruction& instruction) {
    Op op = make(instruction.isa->id);
    op.slot[5] = source(instruction.operands.at(0), Element::B32);
    emit(op);
}

}  // namespace simt::exec
