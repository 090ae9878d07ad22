// See decode_function.hpp.
#include "emulator/decode/decode_function.hpp"

#include "emulator/decode/instruction.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

// Lanes whose guard is false jump over the instruction behind, which changes the flow.
void emit_skip(Emitter& out, u32 target) {
    Op op = out.make(id("~branch.if"));
    op.slot[0] = out.register_named(out.instruction().guard).slot;
    op.guard_negated = !out.instruction().guard_negated;
    out.emit_branch(op, {target}, cost::OpClass::Other, false);
}

// Behind the last store of a structure's members, an op for each run of padding bytes.
void emit_padding(Emitter& out, const ptx::Instruction& store) {
    const auto found = out.passes.padding.find(&store);
    if (found == out.passes.padding.end()) return;
    for (const PaddingBytes& padding : found->second) {
        Op op = out.make(id("~padding"));
        op.slot[kAddressSlot] = out.register_named(store.operands[0].elements[0].name).slot;
        op.immediate = padding.offset;
        op.width = static_cast<u8>(padding.bytes);
        out.emit_hidden(op);
    }
}

void emit_instruction(Emitter& out, const ptx::Instruction& instruction) {
    const bool guarded =
        !instruction.guard.empty() && !changes_flow(instruction) && !instruction.is(isa::Kind::Branch);
    if (guarded) out.begin(&instruction, out.register_named(instruction.guard).slot);
    const u32 first = out.next_op();
    try {
        decode_instruction(out, instruction);
        out.finish_instruction();
        emit_padding(out, instruction);
        out.loads_beside.forget(instruction);
    } catch (const Error& error) {
        out.give_up(first, error.what());
    } catch (const std::out_of_range&) {  // of operands.at()
        out.give_up(first, "the instruction " + instruction.opcode + " has fewer operands than it needs");
    }
}

void emit_block(Emitter& out, const ControlFlow::Block& block, const ControlFlow& flow) {
    for (u32 k = block.first; k < block.last; ++k) {
        out.begin(flow.items[k].instruction);
        if (flow.items[k].skip)
            emit_skip(out, flow.block_of_item[k + 2]);
        else
            emit_instruction(out, *flow.items[k].instruction);
        out.release_registers(k);
    }
}

}  // namespace

void decode_function(CodeBuilder& builder, const ptx::Function& function, const FunctionPasses& passes) {
    Emitter out(builder, function, passes);
    for (u32 b = 0; b < passes.flow.blocks.size(); ++b) {
        out.begin_block(b);
        if (passes.flow.blocks[b].join) out.emit_hidden(out.make(id("~join")));
        emit_block(out, passes.flow.blocks[b], passes.flow);
    }
    out.begin(nullptr);
    out.emit_hidden(out.make(function.entry ? id("~exit") : id("~return")));
    out.finish();
}

}  // namespace simt::exec
