// Warp-level operations: shuffles, votes, matches, reductions, barriers of a warp.
#include "emulator/decode/collective.hpp"

#include "emulator/decode/operands.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

void needs_sync(const ptx::Instruction& instruction) {
    if (!instruction.has("sync"))
        throw Error("the instruction " + instruction.opcode +
                    " without .sync does not exist on this architecture");
}

// Fills in the slots of the results: d, or d|p.
void set_results(Emitter& out, Op& op, const ptx::Operand& to) {
    const bool pair = to.kind == ptx::Operand::Kind::Pair;
    op.slot[1] = pair && to.elements[1].kind == ptx::Operand::Kind::Register
                     ? out.register_named(to.elements[1].name).slot
                     : out.scratch(0);
    op.slot[0] = destination(out, pair ? to.elements[0] : to, Element::B32);
}

}  // namespace

void decode_shuffle(Emitter& out, const ptx::Instruction& instruction) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    needs_sync(instruction);
    Op op = out.make(instruction.isa->id);
    op.width = choice_of(instruction, {"up", "down", "bfly", "idx"});
    for (int k = 2; k <= 5; ++k) op.slot[k] = source(out, operands.at(k - 1), Element::B32);
    set_results(out, op, operands.at(0));
    out.emit(op);
}

void decode_vote(Emitter& out, const ptx::Instruction& instruction) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    needs_sync(instruction);
    Op op = out.make(instruction.isa->id);
    op.width = choice_of(instruction, {"all", "any", "uni", "ballot"});
    op.immediate = operands.at(1).negated;
    op.slot[1] = plain_predicate(out, operands[1]);
    op.slot[5] = source(out, operands.at(2), Element::B32);
    op.slot[0] = destination(out, operands.at(0), op.width == 3 ? Element::B32 : Element::Pred);
    out.emit(op);
}

void decode_match(Emitter& out, const ptx::Instruction& instruction) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    needs_sync(instruction);
    const bool wide = instruction.parts.back() == "b64";
    Op op = out.make(id_named(std::string("~match.") + (instruction.has("all") ? "all" : "any") +
                              (wide ? ".b64" : ".b32")));
    op.slot[2] = source(out, operands.at(1), wide ? Element::B64 : Element::B32);
    op.slot[5] = source(out, operands.at(2), Element::B32);
    set_results(out, op, operands.at(0));
    out.emit(op);
}

void decode_redux(Emitter& out, const ptx::Instruction& instruction) {
    const std::vector<ptx::Operand>& operands = instruction.operands;
    needs_sync(instruction);
    isa::Id reduction;
    for (const std::string& part : instruction.parts)
        if (!reduction) reduction = isa::id_of("~redux." + part + "." + instruction.parts.back());
    if (!reduction) not_supported(instruction);
    Op op = out.make(reduction);
    op.slot[2] = source(out, operands.at(1), Element::B32);
    op.slot[5] = source(out, operands.at(2), Element::B32);
    set_results(out, op, operands.at(0));
    out.emit(op);
}

void decode_elect(Emitter& out, const ptx::Instruction& instruction) {
    needs_sync(instruction);
    Op op = out.make(instruction.isa->id);
    op.slot[5] = source(out, instruction.operands.at(1), Element::B32);
    set_results(out, op, instruction.operands.at(0));
    out.emit(op);
}

void decode_active_mask(Emitter& out, const ptx::Instruction& instruction) {
    out.emit(out.make(instruction.isa->id, {destination(out, instruction.operands.at(0), Element::B32)}));
}

void decode_warp_barrier(Emitter& out, const ptx::Instruction& instruction) {
    Op op = out.make(instruction.isa->id);
    op.slot[5] = source(out, instruction.operands.at(0), Element::B32);
    out.emit(op);
}

}  // namespace simt::exec
