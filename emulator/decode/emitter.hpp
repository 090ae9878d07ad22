// The ops of one function while they are made. What decodes an instruction (data.hpp, memory.hpp, control.hpp …) asks for an op,
// fills it in with the rows of its operands (operands.hpp) and emits it.
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

    // Each block and each of its instructions, in order. guard: as the instruction's, or kNoGuard.
    void begin_block(u32 block);
    void begin(const ptx::Instruction* instruction, u32 guard = kNoGuard);
    // Makes up for what destination() put off.
    void finish_instruction();
    // Takes back what was emitted since the op `first`: the instruction cannot run.
    void give_up(u32 first, const std::string& why);
    // After the last block.
    void finish();

    const ptx::Instruction& instruction() const { return *instruction_; }
    const ControlFlow::Block& block() const { return passes.flow.blocks[block_]; }
    u32 guard() const { return guard_; }
    LoadsBeside loads_beside;  // of this block
    Location locate(const std::string& name) { return locations_.find(name); }

    // An op for the caller to fill in. id: of a handler, or its name, put together from widths and spaces.
    template <class Id>
    Op make(const Id& id) {
        Op op;
        set_handler(op, id);
        return op;
    }
    void set_handler(Op& op, isa::Id id);
    void set_handler(Op& op, const std::string& name);

    // Gives the op its place in the code, and returns it.
    u32 emit(const Op& op, observe::OpClass op_class = observe::OpClass::Other, bool counted = true);
    u32 emit_hidden(const Op& op) { return emit(op, observe::OpClass::Other, false); }
    // One that leads to other blocks.
    void emit_branch(const Op& op, std::vector<u32> targets,
                     observe::OpClass op_class = observe::OpClass::Other, bool counted = true);
    // Behind the instruction, the row `from_slot` is made as wide as the register's.
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
