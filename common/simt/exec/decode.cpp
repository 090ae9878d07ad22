// The decoder's frame: which functions, which basic blocks, where lanes meet again, which op a label is.
#include "common/simt/exec/decoder.hpp"

#include <algorithm>
#include <set>

#include "common/simt/error.hpp"
#include "common/simt/exec/flow.hpp"

namespace simt::exec {

namespace {

bool ends_block(const ptx::Instruction& instruction) {
    const std::string& root = instruction.parts[0];
    return root == "bra" || root == "brx" || root == "ret" || root == "exit" || root == "trap";
}

// Instructions that change which lanes run; under a guard they are jumped over by the lanes whose guard is false.
bool changes_flow(const ptx::Instruction& instruction) {
    const std::string& root = instruction.parts[0];
    if (root == "bar" || root == "barrier") return instruction.opcode.find("warp") == std::string::npos;
    return root == "ret" || root == "exit" || root == "call" || root == "trap" || root == "brx";
}

// What a backward branch takes of a warp's turn. A loop that may be waiting for another thread soon lets others run.
constexpr u8 kWaitingFuel = 64;

bool has_part(const ptx::Instruction& instruction, const char* part) {
    return std::find(instruction.parts.begin(), instruction.parts.end(), part) != instruction.parts.end();
}

// A load that is meant to see what other threads do meanwhile.
bool watches(const ptx::Instruction& instruction) {
    return instruction.parts[0] == "ld" &&
           (has_part(instruction, "volatile") || has_part(instruction, "relaxed") ||
            has_part(instruction, "acquire") || has_part(instruction, "mmio"));
}

// One that may see what other blocks do.
bool watches_blocks(const ptx::Instruction& instruction) {
    return watches(instruction) && !has_part(instruction, "shared") && !has_part(instruction, "shared::cta");
}

template <class Test>
bool any_source(const Code& code, u32 first, u32 last, Test test) {
    for (u32 k = first; k <= last; ++k)
        if (code.info[k].source != nullptr && test(*code.info[k].source)) return true;
    return false;
}

// Whether a loop of the ops [first, last] may be one that waits for another thread.
bool may_wait(const Code& code, u32 first, u32 last) {
    return any_source(code, first, last, [](const ptx::Instruction& instruction) {
        return instruction.parts[0] == "atom" || instruction.parts[0] == "call" || watches(instruction);
    });
}

u32 align_up(u64 value, u32 align) { return static_cast<u32>((value + align - 1) / align * align); }

}  // namespace

std::shared_ptr<Code> build_code(const ptx::Module& module, const ptx::Function& kernel,
                                 const AddressOf& address_of) {
    return CodeBuilder(module, address_of).build(kernel);
}

CodeBuilder::CodeBuilder(const ptx::Module& module, const AddressOf& address_of)
    : module_(module), address_of_(address_of), code_(std::make_shared<Code>()) {}

const ptx::Function* CodeBuilder::function_named(const std::string& name) const {
    for (const ptx::Function& function : module_.functions)
        if (function.name == name) return &function;
    return nullptr;
}

u32 CodeBuilder::function_index(const ptx::Function& function) {
    const auto found = std::find(functions_.begin(), functions_.end(), &function);
    if (found != functions_.end()) return static_cast<u32>(found - functions_.begin());
    functions_.push_back(&function);
    code_->functions.emplace_back();
    code_->functions.back().source = &function;
    return static_cast<u32>(functions_.size()) - 1;
}

u32 CodeBuilder::shared_offset(const ptx::Variable& variable) {
    if (const auto found = shared_offsets_.find(&variable); found != shared_offsets_.end())
        return found->second;
    const u32 offset = align_up(code_->static_shared, std::max(variable.align, 1u));
    shared_offsets_[&variable] = offset;
    code_->static_shared = offset + static_cast<u32>(variable.size);
    return offset;
}

const ptx::Variable* CodeBuilder::module_shared(const std::string& name) const {
    for (const ptx::Variable& variable : module_.variables)
        if (variable.space == ptx::Space::Shared && variable.name == name) return &variable;
    return nullptr;
}

void CodeBuilder::note_shared_width(u32 bytes) {
    code_->shared_unit = std::min(code_->shared_unit, std::max(bytes, 1u));
}

std::shared_ptr<Code> CodeBuilder::build(const ptx::Function& kernel) {
    function_index(kernel);
    // Static shared memory must be laid out before the dynamic part is given its place behind it: collect names first.
    std::set<std::string> named;
    for (std::size_t k = 0; k < functions_.size(); ++k) {
        for (const ptx::Variable& variable : functions_[k]->variables)
            if (variable.space == ptx::Space::Shared && !(variable.external && variable.size == 0))
                shared_offset(variable);
        for (const ptx::Instruction& instruction : functions_[k]->body) {
            for (const ptx::Operand& operand : instruction.operands) {
                const auto visit = [&](const ptx::Operand& o, const auto& self) -> void {
                    if (o.kind == ptx::Operand::Kind::Symbol && named.insert(o.name).second) {
                        if (const ptx::Variable* variable = module_shared(o.name))
                            if (variable->size != 0) shared_offset(*variable);
                        if (instruction.parts[0] == "call")
                            if (const ptx::Function* callee = function_named(o.name);
                                callee != nullptr && callee->has_body)
                                function_index(*callee);
                    }
                    for (const ptx::Operand& element : o.elements) self(element, self);
                };
                visit(operand, visit);
            }
        }
    }
    u32 dynamic_align = 16;
    for (const ptx::Variable& variable : module_.variables)
        if (variable.space == ptx::Space::Shared && variable.size == 0)
            dynamic_align = std::max(dynamic_align, variable.align);
    code_->dynamic_shared_begin = align_up(code_->static_shared, dynamic_align);
    for (const ptx::Variable& parameter : kernel.parameters) {
        code_->parameter_bytes = align_up(code_->parameter_bytes, std::max(parameter.align, 1u));
        code_->parameter_offsets.push_back(code_->parameter_bytes);
        code_->parameter_bytes += static_cast<u32>(parameter.size);
    }
    for (u32 k = 0; k < functions_.size(); ++k) FunctionDecoder(*this, *functions_[k], k).decode();
    // Pointers into ops are only good now that it grows no more; until here immediates held op indices.
    static const Handler branch = find_row("~branch")->handler, branch_if = find_row("~branch.if")->handler;
    for (Op& op : code_->ops)
        if (op.handler == branch || op.handler == branch_if)
            op.immediate = reinterpret_cast<s64>(code_->ops.data() + op.immediate);
    for (Branch& list : code_->branches) {
        for (const Op*& target : list.targets)
            target = code_->ops.data() + reinterpret_cast<std::uintptr_t>(target);
        if (list.reconverge != nullptr)
            list.reconverge = code_->ops.data() + reinterpret_cast<std::uintptr_t>(list.reconverge);
    }
    return code_;
}

FunctionDecoder::FunctionDecoder(CodeBuilder& builder, const ptx::Function& function, u32 index)
    : builder_(builder), function_(function), index_(index), kernel_(index == 0) {
    for (const ptx::Register& declared : function.registers) types_[declared.name] = declared.type;
}

void FunctionDecoder::lay_out_variables() {
    FunctionCode& code = self();
    const auto place = [&](const ptx::Variable& variable) {
        code.local_bytes = align_up(code.local_bytes, std::max(variable.align, 1u));
        const u32 offset = code.local_bytes;
        locations_[variable.name] = {Home::Frame, offset};
        code.local_bytes += static_cast<u32>(variable.size);
        return ParamSlot{offset, static_cast<u32>(variable.size)};
    };
    if (kernel_) {
        for (std::size_t k = 0; k < function_.parameters.size(); ++k)
            locations_[function_.parameters[k].name] = {Home::KernelParam,
                                                        builder_.code().parameter_offsets[k]};
    } else {
        for (const ptx::Variable& parameter : function_.parameters)
            code.parameters.push_back(place(parameter));
        for (const ptx::Variable& result : function_.returns) code.returns.push_back(place(result));
    }
    for (const ptx::Variable& variable : function_.variables) {
        if (variable.space == ptx::Space::Shared) {
            const bool unsized = variable.size == 0;
            locations_[variable.name] = {Home::Shared, unsized ? builder_.code().dynamic_shared_begin
                                                               : builder_.shared_offset(variable)};
        } else {
            place(variable);
        }
    }
    code.local_bytes = align_up(code.local_bytes, 16);
}

void FunctionDecoder::make_items() {
    for (const Instruction& instruction : function_.body) {
        if (!instruction.guard.empty() && changes_flow(instruction)) items_.push_back({&instruction, true});
        items_.push_back({&instruction, false});
    }
}

void FunctionDecoder::make_blocks() {
    // Item index of each instruction, and one past the end for labels there.
    std::vector<u32> item_of(function_.body.size() + 1, static_cast<u32>(items_.size()));
    for (u32 k = static_cast<u32>(items_.size()); k-- > 0;)
        item_of[items_[k].instruction - function_.body.data()] = k;
    std::set<u32> leaders{0};
    for (const auto& [label, position] : function_.labels) leaders.insert(item_of[position]);
    for (u32 k = 0; k < items_.size(); ++k) {
        if (items_[k].skip) {
            leaders.insert(k + 1);
            leaders.insert(k + 2);
        } else if (ends_block(*items_[k].instruction)) {
            leaders.insert(k + 1);
        }
    }
    const u32 end = static_cast<u32>(items_.size());
    leaders.insert(end);
    block_of_item_.assign(end + 1, 0);
    for (const u32 leader : leaders) {
        if (leader > end) continue;
        if (!blocks_.empty()) blocks_.back().last = leader;
        blocks_.push_back({leader, end, {}, false, 0});
    }
    // The last block is the function's end: an implicit exit of a kernel, where a function returns.
    epilogue_block_ = static_cast<u32>(blocks_.size()) - 1;
    for (u32 b = 0; b < blocks_.size(); ++b)
        for (u32 k = blocks_[b].first; k < blocks_[b].last; ++k) block_of_item_[k] = b;
    block_of_item_[end] = epilogue_block_;

    const auto block_of_label = [&](const std::string& label) {
        const auto found = function_.labels.find(label);
        if (found == function_.labels.end())
            throw Error("PTX: no label '" + label + "' in function " + function_.name);
        return block_of_item_[item_of[found->second]];
    };
    for (u32 b = 0; b + 1 < blocks_.size(); ++b) {
        Block& block = blocks_[b];
        const Item& last = items_[block.last - 1];
        const std::string& root = last.instruction->parts[0];
        if (last.skip) {
            block.successors = {b + 1, block_of_item_[block.last + 1]};
        } else if (root == "bra") {
            block.successors = {block_of_label(last.instruction->operands.at(0).name)};
            if (!last.instruction->guard.empty()) block.successors.push_back(b + 1);
        } else if (root == "brx") {
            const auto list = function_.branch_targets.find(last.instruction->operands.at(1).name);
            if (list == function_.branch_targets.end())
                throw Error("PTX line " + std::to_string(last.instruction->ptx_line) +
                            ": brx.idx names no .branchtargets list");
            for (const std::string& label : list->second) block.successors.push_back(block_of_label(label));
        } else if (root == "ret" && !kernel_) {
            block.successors = {epilogue_block_};
        } else if (root == "ret" || root == "exit" || root == "trap") {
            // leaves the function
        } else {
            block.successors = {b + 1};
        }
    }
}

// Whether a block does nothing but end its lanes.
bool FunctionDecoder::only_leaves(u32 b) const {
    if (b == epilogue_block_) return kernel_;
    const Block& block = blocks_[b];
    if (block.last != block.first + 1 || items_[block.first].skip) return false;
    const std::string& root = items_[block.first].instruction->parts[0];
    return root == "exit" || root == "trap" || (root == "ret" && kernel_);
}

// For each block, where lanes that part at its end meet again, or kNoBlock. Blocks where lanes only end are left out at
// first: nobody has to wait for a lane that is gone, so an early return does not move the point where the others meet. A
// loop that is only left by returning has no such point without them; there the whole graph decides.
std::vector<u32> FunctionDecoder::joining_blocks() const {
    std::vector<std::vector<u32>> whole, lasting;
    for (const Block& block : blocks_) {
        whole.push_back(block.successors);
        std::vector<u32> stay;
        for (const u32 next : block.successors)
            if (!only_leaves(next)) stay.push_back(next);
        lasting.push_back(stay.empty() ? block.successors : stay);
    }
    std::vector<u32> joins = immediate_post_dominators(lasting);
    const std::vector<u32> fallback = immediate_post_dominators(whole);
    for (std::size_t b = 0; b < joins.size(); ++b)
        if (joins[b] == kNoBlock) joins[b] = fallback[b];
    return joins;
}

void FunctionDecoder::decode() {
    for (const Instruction& instruction : function_.body)
        for (const Operand& operand : instruction.operands) {
            const auto visit = [&](const Operand& o, const auto& self) -> void {
                if (o.kind == Operand::Kind::Register) ++uses_[o.name];
                for (const Operand& element : o.elements) self(element, self);
            };
            visit(operand, visit);
        }
    lay_out_variables();
    make_items();
    make_blocks();
    const std::vector<u32> post_dominator = joining_blocks();
    for (u32 b = 0; b < blocks_.size(); ++b)
        if (blocks_[b].successors.size() > 1 && post_dominator[b] != kNoBlock)
            blocks_[post_dominator[b]].join = true;
    self().entry = static_cast<u32>(builder_.code().ops.size());
    for (u32 b = 0; b < blocks_.size(); ++b) emit_block(b);
    fix_branches(post_dominator);
    if (!kernel_)
        builder_.code().ordered |= std::any_of(function_.body.begin(), function_.body.end(), watches_blocks);
    self().row_bytes = row_bytes_;
}

void FunctionDecoder::emit_block(u32 b) {
    current_block_ = b;
    blocks_[b].op = static_cast<u32>(builder_.code().ops.size());
    guard_ = kNoGuard;
    if (blocks_[b].join) emit_hidden(make("~join"));
    if (b == epilogue_block_) {
        emit_hidden(make(kernel_ ? "~exit" : "~return"));
        return;
    }
    for (u32 k = blocks_[b].first; k < blocks_[b].last; ++k) {
        const Instruction& instruction = *items_[k].instruction;
        current_ = &instruction;
        guard_ = kNoGuard;
        if (items_[k].skip) {
            Op op = make("~branch.if");
            op.slot[0] = register_named(instruction.guard).slot;
            op.guard_negated = !instruction.guard_negated;
            fixes_.push_back({emit_hidden(op), {block_of_item_[k + 2]}, b});
            continue;
        }
        const bool guarded =
            !instruction.guard.empty() && !changes_flow(instruction) && instruction.parts[0] != "bra";
        if (guarded) {
            guard_ = register_named(instruction.guard).slot;
            guard_negated_ = instruction.guard_negated;
        }
        const std::size_t before = builder_.code().ops.size();
        try {
            decode_instruction(instruction);
            flush_extensions();
        } catch (const Error& error) {
            builder_.code().ops.resize(before);
            builder_.code().info.resize(before);
            extensions_.clear();
            unsupported(error.what());
        }
    }
    current_ = nullptr;
}

// Replaces block numbers by op indices (build() makes them addresses).
void FunctionDecoder::fix_branches(const std::vector<u32>& post_dominator) {
    Code& code = builder_.code();
    for (const Fix& fix : fixes_) {
        Branch branch;
        for (const u32 block : fix.blocks)
            branch.targets.push_back(reinterpret_cast<const Op*>(std::uintptr_t{blocks_[block].op}));
        const u32 meet = post_dominator[fix.reconverge];
        if (meet != kNoBlock)
            branch.reconverge = reinterpret_cast<const Op*>(std::uintptr_t{blocks_[meet].op});
        code.ops[fix.op].immediate = blocks_[fix.blocks[0]].op;
        const u32 target = blocks_[fix.blocks[0]].op;
        code.ops[fix.op].width = may_wait(code, target, fix.op) ? kWaitingFuel : 1;
        // A block that waits for other blocks finds those before it done, for any number of host threads.
        code.ordered |= any_source(code, target, fix.op, watches_blocks);
        code.ops[fix.op].detail = static_cast<u32>(code.branches.size());
        code.branches.push_back(std::move(branch));
    }
}

void FunctionDecoder::decode_instruction(const Instruction& instruction) {
    const std::string& root = instruction.parts[0];
    static const std::set<std::string> kNothing{"membar",         "fence",         "prefetch", "prefetchu",
                                                "nanosleep",      "applypriority", "discard",  "pmevent",
                                                "griddepcontrol", "brkpt"};
    static const std::set<std::string> kCollectives{"shfl", "vote", "match", "redux", "activemask", "elect"};
    if (root == "ld" || root == "ldu") return decode_load_store(instruction, true);
    if (root == "st") return decode_load_store(instruction, false);
    if (root == "atom" || root == "red") return decode_atomic(instruction, root == "atom");
    if (root == "cp") return decode_copy_async(instruction);
    if (root == "bra" || root == "brx") return decode_branch(instruction);
    if (root == "call") return decode_call(instruction);
    if (root == "ret" || root == "exit" || root == "trap") return decode_exit(instruction);
    if (root == "bar" || root == "barrier") return decode_barrier(instruction);
    if (kCollectives.contains(root)) return decode_collective(instruction);
    if (root == "mov") return decode_move(instruction);
    if (root == "cvta") return decode_convert_address(instruction);
    if (root == "setp") return decode_compare(instruction);
    if (kNothing.contains(root)) {
        emit(make("~nothing"));
        return;
    }
    const std::string opcode = root == "isspacep" ? "~" + instruction.opcode : instruction.opcode;
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

u32 FunctionDecoder::emit(const Op& op, observe::OpClass op_class, bool counted) {
    Code& code = builder_.code();
    code.ops.push_back(op);
    code.ops.back().index = static_cast<u32>(code.ops.size()) - 1;
    code.ops.back().counted = counted;
    code.info.push_back({current_, op_class, index_, {}});
    return code.ops.back().index;
}

u32 FunctionDecoder::emit_hidden(const Op& op) { return emit(op, observe::OpClass::Other, false); }

void FunctionDecoder::unsupported(const std::string& why) {
    builder_.code().info[emit(make("~unsupported"))].unsupported = why;
}

}  // namespace simt::exec
