// See emitter.hpp.
#include "emulator/decode/emitter.hpp"

#include <algorithm>

#include "emulator/error.hpp"

namespace simt::exec {

u32 CodeBuilder::function_index(const ptx::Function& function) const {
    const auto found = std::ranges::find(passes.functions.all, &function);
    if (found == passes.functions.all.end())
        throw Error(function.name + " is a kernel, and a kernel cannot be called");
    return static_cast<u32>(found - passes.functions.all.begin());
}

isa::Id id_named(const std::string& name) {
    const isa::Id id = isa::id_of(name);
    if (!id) throw Error("no handler for " + name);
    return id;
}

Emitter::Emitter(CodeBuilder& in, const ptx::Function& of, const FunctionPasses& results)
    : RegisterFile(results.types, results.last_uses, in.code->functions[in.function_index(of)]),
      builder(in),
      function(of),
      passes(results),
      index_(in.function_index(of)) {
    code().functions[index_].entry = next_op();
    for (const auto& [name, offset] : passes.frame.offsets) locations_[name] = {Home::Frame, offset};
    for (std::size_t k = 0; function.entry && k < function.parameters.size(); ++k)
        locations_[function.parameters[k].name] = {Home::KernelParam, builder.passes.parameters.offsets[k]};
    for (const ptx::Variable& variable : function.variables)
        if (variable.space == ptx::Space::Shared)
            locations_[variable.name] = {Home::Shared, builder.passes.shared.offset_of(variable)};
}

Location Emitter::locate(const std::string& name) {
    const auto [place, is_new] = locations_.try_emplace(name);
    if (!is_new) return place->second;
    if (const ptx::Variable* shared = shared_variable(builder.module, name))
        place->second = {Home::Shared, builder.passes.shared.offset_of(*shared)};
    else if (const std::optional<u64> address = builder.address_of(name))
        place->second = {Home::Global, *address};
    else if (function_named(builder.module, name) != nullptr)
        place->second = {Home::Function, 0};
    return place->second;
}

void Emitter::begin_block(u32 block) {
    block_ = block;
    op_of_block_.push_back(next_op());
    begin(nullptr);
    first_loads.clear();
}

void Emitter::begin(const ptx::Instruction* instruction, u32 guard) {
    instruction_ = instruction;
    guard_ = guard;
}

void Emitter::finish_instruction() {
    for (const Extension& each : extensions_)
        emit_hidden(make(id_named((each.is_signed ? "~sext." : "~zext.") + std::to_string(8 * each.from) +
                                  "." + std::to_string(8 * each.to)),
                         {each.slot, each.from_slot}));
    extensions_.clear();
    if (first_loads.empty() || instruction_->operands.empty()) return;
    each_register(instruction_->operands[0], [&](const std::string& name) {
        std::erase_if(first_loads, [&](const auto& load) { return load.first.ends_with(" " + name); });
    });
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

Op Emitter::make(isa::Id id, std::initializer_list<u32> slots) {
    Op op;
    set_handler(op, id);
    std::ranges::copy(slots, op.slot);
    return op;
}

void Emitter::set_handler(Op& op, isa::Id id) {
    op.handler = builder.handler_of(id);
    op.guard = guard_;
    op.guard_negated = guard_ != kNoGuard && instruction_->guard_negated;
}

u32 Emitter::compute(isa::Id id, u8 bytes, std::initializer_list<u32> sources) {
    Op op = make(id, {allocate_row(bytes)});
    std::ranges::copy(sources, op.slot + 1);
    emit_hidden(op);
    return op.slot[0];
}

u32 Emitter::emit(const Op& op, cost::OpClass op_class, bool counted) {
    const u32 index = next_op();
    code().ops.push_back(op);
    code().ops.back().index = index;
    code().ops.back().counted = counted;
    code().info.push_back(
        {instruction_, op_class, index_, 0, passes.overlapped_loads.contains(instruction_), {}});
    return index;
}

void Emitter::emit_branch(const Op& op, std::vector<u32> targets, cost::OpClass op_class, bool counted) {
    pending_branches_.push_back({emit(op, op_class, counted), block_, std::move(targets)});
}

void Emitter::extend_later(const RegisterRow& to, u32 from_slot, u8 from, bool is_signed) {
    extensions_.push_back({to.slot, from_slot, from, to.bytes, is_signed});
}

void Emitter::note_shared_access(u32 bytes) {
    code().shared_unit = std::min(code().shared_unit, std::max(bytes, 1u));
}

void Emitter::note_global_access(u32 bytes, bool write) {
    code().global_unit = std::min(code().global_unit, std::max(bytes, 1u));
    if (!write) return;
    code().writes_global = true;
    if (index_ == 0)
        builder.writers.push_back(instruction_);
    else
        builder.others_write = true;
}

}  // namespace simt::exec
