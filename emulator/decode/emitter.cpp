// See emitter.hpp.
#include "emulator/decode/emitter.hpp"

#include "emulator/error.hpp"

namespace simt::exec {

Emitter::Emitter(CodeBuilder& in, const ptx::Function& of, const FunctionPasses& results)
    : RegisterFile(results.types, results.last_uses, in.code().functions[in.function_index(of)]),
      builder(in),
      function(of),
      passes(results),
      index_(in.function_index(of)),
      locations_(in, of, results.frame) {
    code().functions[index_].entry = next_op();
}

void Emitter::begin_block(u32 block) {
    block_ = block;
    op_of_block_.push_back(next_op());
    begin(nullptr);
    loads_beside.clear();
}

void Emitter::begin(const ptx::Instruction* instruction, u32 guard) {
    instruction_ = instruction;
    guard_ = guard;
}

void Emitter::finish_instruction() {
    for (const Extension& extension : extensions_) {
        Op op = make((extension.is_signed ? "~sext." : "~zext.") + std::to_string(8 * extension.from) + "." +
                     std::to_string(8 * extension.to));
        op.slot[0] = extension.slot;
        op.slot[1] = extension.from_slot;
        emit_hidden(op);
    }
    extensions_.clear();
}

void Emitter::give_up(u32 first, const std::string& why) {
    code().ops.resize(first);
    code().info.resize(first);
    extensions_.clear();
    code().info[emit(make(id("~unsupported")))].unsupported = why;
}

void Emitter::finish() {
    link_branches(function, passes.flow, op_of_block_, pending_branches_, code());
    FunctionCode& own = code().functions[index_];
    own.parameters = passes.frame.parameters;
    own.returns = passes.frame.returns;
    own.local_bytes = passes.frame.local_bytes;
    own.stack_bytes = passes.frame.stack_bytes;
    RegisterFile::finish();
}

void Emitter::set_handler(Op& op, isa::Id id) {
    op.handler = builder.handler_of(id);
    op.guard = guard_;
    op.guard_negated = guard_ != kNoGuard && instruction_->guard_negated;
}

void Emitter::set_handler(Op& op, const std::string& name) {
    const isa::Id id = isa::id_of(name);
    if (!id) throw Error("no handler for " + name);
    set_handler(op, id);
}

u32 Emitter::emit(const Op& op, cost::OpClass op_class, bool counted) {
    const u32 index = next_op();
    code().ops.push_back(op);
    code().ops.back().index = index;
    code().ops.back().counted = counted;
    code().info.push_back({instruction_, op_class, index_, 0, {}});
    return index;
}

void Emitter::emit_branch(const Op& op, std::vector<u32> targets, cost::OpClass op_class, bool counted) {
    pending_branches_.push_back({emit(op, op_class, counted), block_, std::move(targets)});
}

void Emitter::extend_later(const RegisterRow& to, u32 from_slot, u8 from, bool is_signed) {
    extensions_.push_back({to.slot, from_slot, from, to.bytes, is_signed});
}

void Emitter::note_global_access(u32 bytes, bool write) {
    builder.note_global_access(bytes, write ? instruction_ : nullptr, index_);
}

}  // namespace simt::exec
