// Collects the ops of one function. The decoder of an instruction (data.hpp, memory.hpp, control.hpp …) makes an op, fills in the
// rows of its operands (operands.hpp) and emits it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "emulator/decode/branches.hpp"
#include "emulator/decode/code_builder.hpp"
#include "emulator/decode/contractions.hpp"
#include "emulator/decode/control_flow.hpp"
#include "emulator/decode/frame_layout.hpp"
#include "emulator/decode/loads_beside.hpp"
#include "emulator/decode/locations.hpp"
#include "emulator/decode/padding.hpp"
#include "emulator/decode/register_file.hpp"
#include "emulator/isa/families.hpp"

namespace simt::exec {

using isa::id;

// The results of passes over a function.
struct FunctionPasses {
    FrameLayout frame;
    ControlFlow flow;
    RegisterTypes types;
    RegisterUses uses;
    LastUses last_uses;
    Contractions contractions;
    std::set<std::string> expected_values;
    std::set<const ptx::Instruction*> waits, updates;
    Padding padding;
};

class Emitter : public RegisterFile {
  public:
    Emitter(CodeBuilder& builder, const ptx::Function& function, const FunctionPasses& passes);

    CodeBuilder& builder;
    const ptx::Function& function;
    const FunctionPasses& passes;
    Code& code() { return builder.code(); }
    u32 next_op() { return static_cast<u32>(code().ops.size()); }

    // For each block, and for each of its instructions, in order. guard: the row of the instruction's guard, or kNoGuard.
    void begin_block(u32 block);
    void begin(const ptx::Instruction* instruction, u32 guard = kNoGuard);
    // Emits what destination() has put off.
    void finish_instruction();
    // Replaces the ops from `first` on by one that says why the instruction cannot run.
    void give_up(u32 first, const std::string& why);
    // After the last block.
    void finish();

    const ptx::Instruction& instruction() const { return *instruction_; }
    const ControlFlow::Block& block() const { return passes.flow.blocks[block_]; }
    u32 guard() const { return guard_; }
    LoadsBeside loads_beside;  // of this block
    Location locate(const std::string& name) { return locations_.find(name); }

    // An op for the caller to fill in. id: a handler's, or its name if it is put together from widths and spaces.
    template <class Id>
    Op make(const Id& id) {
        Op op;
        set_handler(op, id);
        return op;
    }
    void set_handler(Op& op, isa::Id id);
    void set_handler(Op& op, const std::string& name);

    // Appends the op to the code. Returns its number.
    u32 emit(const Op& op, cost::OpClass op_class = cost::OpClass::Other, bool counted = true);
    u32 emit_hidden(const Op& op) { return emit(op, cost::OpClass::Other, false); }
    // Appends one that leads to other blocks.
    void emit_branch(const Op& op, std::vector<u32> targets, cost::OpClass op_class = cost::OpClass::Other,
                     bool counted = true);
    // finish_instruction() extends the row `from_slot` to the register's width.
    void extend_later(const RegisterRow& to, u32 from_slot, u8 from, bool is_signed);
    void note_global_access(u32 bytes, bool write);

  private:
    struct Extension {
        u32 slot, from_slot;
        u8 from, to;
        bool is_signed;
    };

    u32 index_;
    Locations locations_;
    std::vector<u32> op_of_block_;
    std::vector<PendingBranch> pending_branches_;
    std::vector<Extension> extensions_;
    u32 block_ = 0;
    const ptx::Instruction* instruction_ = nullptr;
    u32 guard_ = kNoGuard;
};

}  // namespace simt::exec
