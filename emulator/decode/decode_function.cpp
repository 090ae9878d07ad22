// See decode_function.hpp.
#include "emulator/decode/decode_function.hpp"

#include "emulator/decode/async.hpp"
#include "emulator/decode/atomics.hpp"
#include "emulator/decode/call.hpp"
#include "emulator/decode/collective.hpp"
#include "emulator/decode/control.hpp"
#include "emulator/decode/data.hpp"
#include "emulator/decode/matrix_product.hpp"
#include "emulator/decode/memory.hpp"
#include "emulator/decode/predicates.hpp"
#include "emulator/decode/texture.hpp"
#include "emulator/decode/video.hpp"
#include "emulator/decode/warpgroup.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

namespace {

void decode_operation(Emitter& out, const ptx::Instruction& instruction) {
    out.emit(out.make(instruction.isa->id));
}

using Decoder = void (*)(Emitter& out, const ptx::Instruction& instruction);

Decoder decoder_of(const ptx::Instruction& instruction) {
    using isa::Kind;
    static constexpr std::pair<Kind, Decoder> kDecoders[] = {
        {Kind::Data, decode_data},
        {Kind::SpaceTest, decode_data},
        {Kind::Operation, decode_operation},
        {Kind::Move, decode_move},
        {Kind::ConvertAddress, decode_convert_address},
        {Kind::Compare, decode_compare},
        {Kind::Set, decode_set},
        {Kind::Lookup, decode_lookup},
        {Kind::Video, decode_video},
        {Kind::Load, decode_load_store},
        {Kind::Store, decode_load_store},
        {Kind::Atomic, decode_atomic},
        {Kind::StoreAsync, decode_store_async},
        {Kind::CopyAsync, decode_copy_async},
        {Kind::CopyWait, decode_copy_wait},
        {Kind::CopyArrive, decode_copy_arrive},
        {Kind::BulkCopy, decode_bulk_copy},
        {Kind::BulkWait, decode_copy_wait},
        {Kind::TensorCopy, decode_tensor_copy},
        {Kind::Mbarrier, decode_mbarrier},
        {Kind::MbarrierArrive, decode_mbarrier_arrive},
        {Kind::MbarrierTest, decode_mbarrier_test},
        {Kind::MbarrierPendingCount, decode_pending_count},
        {Kind::MatrixLoad, decode_matrix},
        {Kind::MatrixStore, decode_matrix},
        {Kind::MatrixTranspose, decode_transpose},
        {Kind::MatrixProduct, decode_matrix_product},
        {Kind::FragmentLoad, decode_fragment_load},
        {Kind::FragmentStore, decode_fragment_store},
        {Kind::WarpgroupProduct, decode_warpgroup_product},
        {Kind::WarpgroupWait, decode_warpgroup_wait},
        {Kind::TextureFetch, decode_texture_fetch},
        {Kind::TextureGather, decode_texture_gather},
        {Kind::TextureQuery, decode_texture_query},
        {Kind::SurfaceLoad, decode_surface_access},
        {Kind::SurfaceStore, decode_surface_access},
        {Kind::SurfaceReduce, decode_surface_access},
        {Kind::Shuffle, decode_shuffle},
        {Kind::Vote, decode_vote},
        {Kind::Match, decode_match},
        {Kind::Redux, decode_redux},
        {Kind::Elect, decode_elect},
        {Kind::ActiveMask, decode_active_mask},
        {Kind::WarpBarrier, decode_warp_barrier},
        {Kind::Barrier, decode_barrier},
        {Kind::ClusterBarrier, decode_cluster_barrier},
        {Kind::ClusterMap, decode_cluster_map},
        {Kind::ClusterRank, decode_cluster_rank},
        {Kind::Fence, decode_fence},
        {Kind::Branch, decode_branch},
        {Kind::IndexedBranch, decode_indexed_branch},
        {Kind::Call, decode_call},
        {Kind::Return, decode_return},
        {Kind::Exit, decode_operation},
        {Kind::Trap, decode_operation},
        {Kind::Stack, decode_stack},
        {Kind::CachePolicy, decode_cache_policy},
        {Kind::RegisterCount, decode_register_count},
    };
    for (const auto& [kind, decoder] : kDecoders)
        if (instruction.is(kind)) return decoder;
    not_supported(instruction);
}

// Only video instructions may have selectors (%r1.b0) and minus signs.
void refuse_selectors(Emitter& out, const ptx::Instruction& instruction) {
    for (const ptx::Operand& operand : instruction.operands) {
        if (operand.kind != ptx::Operand::Kind::Register) continue;
        const auto type = out.passes.types.find(operand.name);
        const bool predicate = type != out.passes.types.end() && type->second == ptx::Type::Pred;
        if (!operand.elements.empty() || (operand.negated && !predicate))
            throw Error("a selector or a sign at " + operand.name + " does not go with " +
                        instruction.opcode);
    }
}

// Emits a jump over the next instruction, which changes the flow: lanes whose guard is false take it.
void emit_skip(Emitter& out, u32 target) {
    Op op = out.make(id("~branch.if"), {out.register_named(out.instruction().guard).slot});
    op.guard_negated = !out.instruction().guard_negated;
    out.emit_branch(op, {target}, cost::OpClass::Other, false);
}

// After the last store to a structure, emits an op for each run of its padding bytes.
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

// Emits an op for each of the instruction's registers: ~watch.read or ~watch.write.
void emit_watch(Emitter& out, const ptx::Instruction& instruction, isa::Id id,
                const UnsetRegisters::ByInstruction& registers) {
    const auto found = registers.find(&instruction);
    if (found == registers.end()) return;
    for (const std::string& name : found->second) {
        Op op = out.make(id);
        op.detail = out.watched(name);
        op.slot[0] =
            out.code().functions[out.builder.function_index(out.function)].watched[op.detail].written;
        out.emit_hidden(op);
    }
}

void emit_instruction(Emitter& out, const ptx::Instruction& instruction) {
    const bool guarded =
        !instruction.guard.empty() && !changes_flow(instruction) && !instruction.is(isa::Kind::Branch);
    if (guarded) out.begin(&instruction, out.register_named(instruction.guard).slot);
    // Before the instruction, which may change its own guard.
    emit_watch(out, instruction, id("~watch.read"), out.passes.unset.tests);
    emit_watch(out, instruction, id("~watch.write"), out.passes.unset.writes);
    const u32 first = out.next_op();
    try {
        if (!instruction.is(isa::Kind::Video)) refuse_selectors(out, instruction);
        decoder_of(instruction)(out, instruction);
        out.finish_instruction();
        emit_padding(out, instruction);
    } catch (const Error& error) {
        out.give_up(first, error.what());
    } catch (const std::out_of_range&) {  // of operands.at()
        out.give_up(first, "the instruction " + instruction.opcode + " has fewer operands than it needs");
    }
}

void emit_block(Emitter& out, const ControlFlow::Block& block, const ControlFlow& flow) {
    for (u32 k = block.first; k < block.last; ++k) {
        out.begin(flow.items[k].instruction);
        emit_watch(out, *flow.items[k].instruction, id("~watch.read"), out.passes.unset.guards);
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
        if (passes.flow.blocks[b].meets && function.entry) {
            Op op = out.make(id("~meet"));
            op.detail = out.code().rejoins++;
            out.emit_hidden(op);
        }
        emit_block(out, passes.flow.blocks[b], passes.flow);
    }
    out.begin(nullptr);
    out.emit_hidden(out.make(function.entry ? id("~exit") : id("~return")));
    out.finish();
}

}  // namespace simt::exec
