// The decoder's frame: which functions there are, where their variables lie, and their instructions one after the other.
#include "emulator/decode/decoder.hpp"

#include <algorithm>
#include <set>

#include "emulator/decode/operand_registers.hpp"
#include "emulator/decode/post_dominators.hpp"
#include "emulator/error.hpp"
#include "emulator/exec/async/async_ops.hpp"

namespace simt::exec {

namespace {

constexpr u32 kMostLocalBytes = 512 << 10;  // of a thread

u32 align_up(u64 value, u32 align) { return static_cast<u32>((value + align - 1) / align * align); }

bool calls_through_pointer(const ptx::Instruction& instruction) {
    if (instruction.parts[0] != "call") return false;
    for (const ptx::Operand& operand : instruction.operands)
        if (operand.kind == ptx::Operand::Kind::Register) return true;
    return false;
}

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

u32 CodeBuilder::reserved_shared() {
    constexpr u32 kReservedBytes = 288,
                  kAlignment = 16;  // as much as cooperative_groups/details/memory.h counts on
    if (!reserved_shared_) {
        reserved_shared_ = align_up(code_->static_shared, kAlignment);
        code_->static_shared = *reserved_shared_ + kReservedBytes;
        code_->reserved_begin = *reserved_shared_;
        code_->reserved_end = code_->static_shared;
    }
    return *reserved_shared_;
}

void CodeBuilder::note_shared_width(u32 bytes) {
    code_->shared_unit = std::min(code_->shared_unit, std::max(bytes, 1u));
}

void CodeBuilder::note_global_access(u32 bytes, const ptx::Instruction* writer, u32 function) {
    code_->global_unit = std::min(code_->global_unit, std::max(bytes, 1u));
    if (writer == nullptr) return;
    code_->writes_global = true;
    if (function == 0)
        writers_.push_back(writer);
    else
        others_write_ = true;
}

WriteTargets CodeBuilder::write_targets() const {
    const ptx::Function& kernel = *functions_[0];
    NamedPlaces places;
    places.parameter = [&](const std::string& name) -> std::optional<u32> {
        for (std::size_t k = 0; k < kernel.parameters.size(); ++k)
            if (kernel.parameters[k].name == name) return code_->parameter_offsets[k];
        return {};
    };
    places.variable = address_of_;
    places.elsewhere = [&](const std::string& name) {
        const auto named = [&](const ptx::Variable& variable) {
            return variable.name == name &&
                   (variable.space == ptx::Space::Shared || variable.space == ptx::Space::Local);
        };
        return std::any_of(kernel.variables.begin(), kernel.variables.end(), named) ||
               std::any_of(module_.variables.begin(), module_.variables.end(), named);
    };
    WriteTargets targets = find_write_targets(kernel, writers_, places);
    targets.anywhere |= others_write_;
    return targets;
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
            if (calls_through_pointer(instruction) && code_->function_at.empty())
                for (const ptx::Function* function : functions_behind_pointers())
                    code_->function_at[address_of(function->name).value()] = function_index(*function);
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
                    if (o.kind == ptx::Operand::Kind::Special && o.name == kReservedSharedRegister)
                        reserved_shared();
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
    find_same_places();
    code_->write_targets = write_targets();
    for (Branch& list : code_->branches) {
        for (const Op*& target : list.targets)
            target = code_->ops.data() + reinterpret_cast<std::uintptr_t>(target);
        if (list.reconverge != nullptr)
            list.reconverge = code_->ops.data() + reinterpret_cast<std::uintptr_t>(list.reconverge);
    }
    return code_;
}

void CodeBuilder::find_same_places() {
    std::unordered_map<std::string, u32> first;
    for (u32 k = 0; k < code_->info.size(); ++k) {
        const OpInfo& info = code_->info[k];
        code_->same_place.push_back(k);
        if (info.source == nullptr || info.source->places.empty() || info.source->places[0].line == 0)
            continue;
        std::string key = std::to_string(info.function) + info.source->opcode;
        for (const ptx::Place& place : info.source->places)
            key += " " + std::to_string(place.file) + ":" + std::to_string(place.line);
        code_->same_place.back() = first.try_emplace(key, k).first->second;
    }
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
        if (variable.size > kMostLocalBytes - std::min(code.local_bytes, kMostLocalBytes))
            throw Error("PTX: with '" + variable.name + "', function " + function_.name +
                        " has more than 512 KiB of local memory, which is all that a thread has");
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
            if (variable.space == ptx::Space::Local) code.stack_bytes += static_cast<u32>(variable.size);
            place(variable);
        }
    }
}

void FunctionDecoder::decode() {
    for (const Instruction& instruction : function_.body)
        for (const Operand& operand : instruction.operands)
            each_register(operand, [&](const std::string& name) { ++uses_[name]; });
    lay_out_variables();
    make_items();
    make_blocks();
    find_short_lives();
    find_guesses();
    find_waits();
    find_padding();
    find_updates();
    const std::vector<u32> post_dominator = joining_blocks();
    for (u32 b = 0; b < blocks_.size(); ++b)
        if (blocks_[b].successors.size() > 1 && post_dominator[b] != kNoBlock)
            blocks_[post_dominator[b]].join = true;
    self().entry = static_cast<u32>(builder_.code().ops.size());
    for (u32 b = 0; b < blocks_.size(); ++b) emit_block(b);
    fix_branches(post_dominator);
    self().row_bytes = row_bytes_;
    self().registers = std::move(registers_);
}

void FunctionDecoder::emit_block(u32 b) {
    current_block_ = b;
    blocks_[b].op = static_cast<u32>(builder_.code().ops.size());
    guard_ = kNoGuard;
    products_.clear();
    addresses_.clear();
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
            release_registers(k);
            continue;
        }
        const bool guarded =
            !instruction.guard.empty() && !changes_flow(instruction) && instruction.parts[0] != "bra";
        if (guarded) {
            guard_ = register_named(instruction.guard).slot;
            guard_negated_ = instruction.guard_negated;
        }
        const std::size_t before = builder_.code().ops.size();
        const auto give_up = [&](const std::string& why) {
            builder_.code().ops.resize(before);
            builder_.code().info.resize(before);
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
        release_registers(k);
    }
    current_ = nullptr;
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
