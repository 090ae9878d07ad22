// See decoder.hpp: the function as a whole, block after block.
#include "emulator/decode/decoder.hpp"

#include "emulator/error.hpp"
#include "emulator/exec/async/async_ops.hpp"

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
    if (flow.blocks[b].join) emit_hidden(make("~join"));
    if (b == flow.epilogue()) {
        emit_hidden(make(kernel_ ? "~exit" : "~return"));
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
    Op op = make("~branch.if");
    op.slot[0] = register_named(current_->guard).slot;
    op.guard_negated = !current_->guard_negated;
    pending_branches_.push_back({emit_hidden(op), current_block_, {passes_.flow.block_of_item[item + 2]}});
}

void FunctionDecoder::emit_instruction(const Instruction& instruction) {
    if (!instruction.guard.empty() && !changes_flow(instruction) && instruction.parts[0] != "bra") {
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
        Op op = make("~padding");
        op.slot[kAddressSlot] = register_named(instruction.operands[0].elements[0].name).slot;
        op.immediate = padding.offset;
        op.width = static_cast<u8>(padding.bytes);
        emit_hidden(op);
    }
}

void FunctionDecoder::decode_instruction(const Instruction& instruction) {
    const std::string& root = instruction.parts[0];
    static const std::set<std::string> kNothing{"prefetch", "prefetchu", "nanosleep",      "applypriority",
                                                "discard",  "pmevent",   "griddepcontrol", "brkpt"};
    static const std::set<std::string> kCollectives{"shfl", "vote", "match", "redux", "activemask", "elect"};
    if (is_video(root)) return decode_video(instruction);
    refuse_selectors(instruction);
    if ((root == "st" || root == "red") && instruction.parts.at(1) == "async")
        return decode_store_async(instruction);
    if (root == "mbarrier") return decode_mbarrier(instruction);
    if (root == "ldmatrix" || root == "stmatrix" || root == "movmatrix") return decode_matrix(instruction);
    if (root == "mapa" || root == "getctarank" || (root == "barrier" && instruction.parts.at(1) == "cluster"))
        return decode_cluster(instruction);
    if (root == "createpolicy") return decode_cache_policy(instruction);
    if (instruction.opcode.starts_with("fence.proxy.async") && !instruction.opcode.ends_with(".global")) {
        emit(make_with(proxy_fence));
        return;
    }
    if (root == "setmaxnreg") return decode_register_count(instruction);
    if (root == "ld" || root == "ldu") return decode_load_store(instruction, true);
    if (root == "st") return decode_load_store(instruction, false);
    if (root == "atom" || root == "red") return decode_atomic(instruction, root == "atom");
    if (root == "cp") return decode_copy_async(instruction);
    if (root == "bra" || root == "brx") return decode_branch(instruction);
    if (root == "call") return decode_call(instruction);
    if (root == "alloca" || root == "stacksave" || root == "stackrestore") return decode_stack(instruction);
    if (root == "ret" || root == "exit" || root == "trap") return decode_exit(instruction);
    if (root == "bar" || root == "barrier") return decode_barrier(instruction);
    if (kCollectives.contains(root)) return decode_collective(instruction);
    if (root == "membar" || root == "fence") return decode_fence(instruction);
    if (root == "mov") return decode_move(instruction);
    if (root == "cvta") return decode_convert_address(instruction);
    if (root == "setp") return decode_compare(instruction);
    if (root == "lop3" && instruction.parts.size() == 3) return decode_lookup(instruction);
    if (root == "set") return decode_set(instruction);
    if (kNothing.contains(root)) {
        emit(make("~nothing"));
        return;
    }
    if ((root == "add" || root == "sub") && !products_.empty() && decode_joined(instruction)) return;
    std::string opcode = instruction.opcode;
    if (root == "isspacep")
        opcode = "~" + opcode.substr(0, opcode.find("::"));  // shared::cta, shared::cluster
    if (!decode_from_table(instruction, opcode))
        throw Error("the instruction " + instruction.opcode + " is not supported");
}

Op FunctionDecoder::make(const char* row_name) {
    const Row* found = find_row(row_name);
    if (found == nullptr) throw Error(std::string("no handler for ") + row_name);
    Op op;
    op.handler = found->handler;
    op.guard = guard_;
    op.guard_negated = guard_ != kNoGuard && guard_negated_;
    return op;
}

Op FunctionDecoder::make_with(Handler handler) {
    Op op = make("~nothing");
    op.handler = handler;
    return op;
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
    builder_.code().info[emit(make("~unsupported"))].unsupported = why;
}

}  // namespace simt::exec
