// See decoder.hpp: the function as a whole, block after block.
#include "emulator/decode/decoder.hpp"

#include "emulator/error.hpp"

namespace simt::exec {

FunctionDecoder::FunctionDecoder(CodeBuilder& builder, const ptx::Function& function,
                                 const FunctionPasses& passes)
    : RegisterFile(passes.types, passes.last_uses,
                   builder.code().functions[builder.function_index(function)]),
      builder_(builder),
      function_(function),
      passes_(passes),
      index_(builder.function_index(function)),
      kernel_(function.entry) {
    note_locations();
}

void FunctionDecoder::note_locations() {
    for (const auto& [name, offset] : passes_.frame.offsets) locations_[name] = {Home::Frame, offset};
    for (std::size_t k = 0; kernel_ && k < function_.parameters.size(); ++k)
        locations_[function_.parameters[k].name] = {Home::KernelParam, builder_.parameters().offsets[k]};
    for (const ptx::Variable& variable : function_.variables)
        if (variable.space == ptx::Space::Shared)
            locations_[variable.name] = {Home::Shared, builder_.shared().offset_of(variable)};
}

void FunctionDecoder::decode() {
    Code& code = builder_.code();
    FunctionCode& own = code.functions[index_];
    own.entry = static_cast<u32>(code.ops.size());
    for (u32 b = 0; b < passes_.flow.blocks.size(); ++b) emit_block(b);
    link_branches(function_, passes_.flow, op_of_block_, pending_branches_, code);
    own.parameters = passes_.frame.parameters;
    own.returns = passes_.frame.returns;
    own.local_bytes = passes_.frame.local_bytes;
    own.stack_bytes = passes_.frame.stack_bytes;
    finish();
}

void FunctionDecoder::emit_block(u32 b) {
    const ControlFlow& flow = passes_.flow;
    current_block_ = b;
    op_of_block_.push_back(static_cast<u32>(builder_.code().ops.size()));
    guard_ = kNoGuard;
    products_.clear();
    addresses_.clear();
    if (flow.blocks[b].join) emit_hidden(make(id("~join")));
    if (b == flow.epilogue()) {
        emit_hidden(make(kernel_ ? id("~exit") : id("~return")));
        return;
    }
    for (u32 k = flow.blocks[b].first; k < flow.blocks[b].last; ++k) {
        current_ = flow.items[k].instruction;
        guard_ = kNoGuard;
        if (flow.items[k].skip)
            emit_skip(k);
        else
            emit_instruction(*current_);
        release_registers(k);
    }
    current_ = nullptr;
}

// The jump over the instruction behind it, which changes the flow, for the lanes whose guard is false.
void FunctionDecoder::emit_skip(u32 item) {
    Op op = make(id("~branch.if"));
    op.slot[0] = register_named(current_->guard).slot;
    op.guard_negated = !current_->guard_negated;
    pending_branches_.push_back({emit_hidden(op), current_block_, {passes_.flow.block_of_item[item + 2]}});
}

void FunctionDecoder::emit_instruction(const Instruction& instruction) {
    if (!instruction.guard.empty() && !changes_flow(instruction) && !instruction.is(isa::Kind::Branch)) {
        guard_ = register_named(instruction.guard).slot;
        guard_negated_ = instruction.guard_negated;
    }
    Code& code = builder_.code();
    const std::size_t before = code.ops.size();
    const auto give_up = [&](const std::string& why) {
        code.ops.resize(before);
        code.info.resize(before);
        extensions_.clear();
        unsupported(why);
    };
    try {
        decode_instruction(instruction);
        flush_extensions();
        emit_padding(instruction);
        note_product(instruction);
        forget_addresses(instruction);
    } catch (const Error& error) {
        give_up(error.what());
    } catch (const std::out_of_range&) {  // of operands.at()
        give_up("the instruction " + instruction.opcode + " has fewer operands than it needs");
    }
}

// Behind the last store of a structure's members: which bytes beside them are padding.
void FunctionDecoder::emit_padding(const Instruction& instruction) {
    const auto found = passes_.padding.find(&instruction);
    if (found == passes_.padding.end()) return;
    for (const PaddingBytes& padding : found->second) {
        Op op = make(id("~padding"));
        op.slot[kAddressSlot] = register_named(instruction.operands[0].elements[0].name).slot;
        op.immediate = padding.offset;
        op.width = static_cast<u8>(padding.bytes);
        emit_hidden(op);
    }
}

void FunctionDecoder::decode_instruction(const Instruction& instruction) {
    using isa::Kind;
    const Kind kind = instruction.isa->kind;
    if (kind != Kind::Video) refuse_selectors(instruction);
    switch (kind) {
        case Kind::Data:
        case Kind::SpaceTest:
            return decode_data(instruction);
        case Kind::Move:
            return decode_move(instruction);
        case Kind::ConvertAddress:
            return decode_convert_address(instruction);
        case Kind::Compare:
            return decode_compare(instruction);
        case Kind::Set:
            return decode_set(instruction);
        case Kind::Lookup:
            return decode_lookup(instruction);
        case Kind::Video:
            return decode_video(instruction);
        case Kind::Load:
        case Kind::Store:
            return decode_load_store(instruction);
        case Kind::Atomic:
            return decode_atomic(instruction);
        case Kind::StoreAsync:
            return decode_store_async(instruction);
        case Kind::CopyAsync:
            return decode_copy_async(instruction);
        case Kind::CopyWait:
            return decode_copy_wait(instruction);
        case Kind::CopyArrive:
            return decode_copy_arrive(instruction);
        case Kind::BulkCopy:
            return decode_bulk_copy(instruction);
        case Kind::BulkWait:
            return decode_bulk_wait(instruction);
        case Kind::TensorCopy:
            return decode_tensor_copy(instruction);
        case Kind::Mbarrier:
            return decode_mbarrier(instruction);
        case Kind::MbarrierArrive:
            return decode_mbarrier_arrive(instruction);
        case Kind::MbarrierTest:
            return decode_mbarrier_test(instruction);
        case Kind::MbarrierPendingCount:
            return decode_pending_count(instruction);
        case Kind::MatrixLoad:
        case Kind::MatrixStore:
            return decode_matrix(instruction);
        case Kind::MatrixTranspose:
            return decode_transpose(instruction);
        case Kind::Shuffle:
            return decode_shuffle(instruction);
        case Kind::Vote:
            return decode_vote(instruction);
        case Kind::Match:
            return decode_match(instruction);
        case Kind::Redux:
            return decode_redux(instruction);
        case Kind::Elect:
            return decode_elect(instruction);
        case Kind::ActiveMask:
            return decode_active_mask(instruction);
        case Kind::WarpBarrier:
            return decode_warp_barrier(instruction);
        case Kind::Barrier:
            return decode_barrier(instruction);
        case Kind::ClusterBarrier:
            return decode_cluster_barrier(instruction);
        case Kind::ClusterMap:
            return decode_cluster_map(instruction);
        case Kind::ClusterRank:
            return decode_cluster_rank(instruction);
        case Kind::Fence:
            return decode_fence(instruction);
        case Kind::Branch:
            return decode_branch(instruction);
        case Kind::IndexedBranch:
            return decode_indexed_branch(instruction);
        case Kind::Call:
            return decode_call(instruction);
        case Kind::Return:
            return decode_return();
        case Kind::Stack:
            return decode_stack(instruction);
        case Kind::CachePolicy:
            return decode_cache_policy(instruction);
        case Kind::RegisterCount:
            return decode_register_count(instruction);
        case Kind::Operation:
        case Kind::Exit:
        case Kind::Trap:
            emit(make(instruction.isa->id));
            return;
        case Kind::Unsupported:
        case Kind::Internal:
            throw Error("the instruction " + instruction.opcode + " is not supported");
    }
}

void FunctionDecoder::set_handler(Op& op, isa::Id id) {
    op.handler = builder_.handler_of(id);
    op.guard = guard_;
    op.guard_negated = guard_ != kNoGuard && guard_negated_;
}

void FunctionDecoder::set_handler(Op& op, const std::string& name) {
    const isa::Id id = isa::id_of(name);
    if (!id) throw Error("no handler for " + name);
    set_handler(op, id);
}

u32 FunctionDecoder::emit(const Op& op, observe::OpClass op_class, bool counted) {
    Code& code = builder_.code();
    code.ops.push_back(op);
    code.ops.back().index = static_cast<u32>(code.ops.size()) - 1;
    code.ops.back().counted = counted;
    code.info.push_back({current_, op_class, index_, 0, {}});
    return code.ops.back().index;
}

u32 FunctionDecoder::emit_hidden(const Op& op) { return emit(op, observe::OpClass::Other, false); }

void FunctionDecoder::unsupported(const std::string& why) {
    builder_.code().info[emit(make(id("~unsupported")))].unsupported = why;
}

}  // namespace simt::exec
