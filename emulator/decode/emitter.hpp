// Collects the ops of one function. The decoder of an instruction (decode_function.hpp) makes an op, fills in the rows of its
// operands (operands.hpp) and emits it.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "emulator/decode/branches.hpp"
#include "emulator/decode/contractions.hpp"
#include "emulator/decode/control_flow.hpp"
#include "emulator/decode/functions.hpp"
#include "emulator/decode/joined_accesses.hpp"
#include "emulator/decode/layouts.hpp"
#include "emulator/decode/padding.hpp"
#include "emulator/decode/register_file.hpp"
#include "emulator/decode/unset_registers.hpp"
#include "emulator/isa/families.hpp"

namespace simt::exec {

using isa::id;

// The results of passes over the module.
struct ModulePasses {
    Functions functions;
    SharedLayout shared;
    ParameterLayout parameters;  // of the kernel
};

// The results of passes over a function.
struct FunctionPasses {
    FrameLayout frame;
    ControlFlow flow;
    RegisterTypes types;
    RegisterUses uses;
    LastUses last_uses;
    Contractions contractions;
    std::set<std::string> expected_values;
    std::set<const ptx::Instruction*> waits, updates, overlapped_loads;
    Padding padding;
    UnsetRegisters unset;
    JoinedAccesses joined_accesses;
};

// The code of a kernel that is being decoded, and the module data that its functions need.
struct CodeBuilder {
    const ptx::Module& module;
    const ModulePasses& passes;
    const AddressOf& address_of;
    HandlerOf handler_of;
    std::shared_ptr<Code> code;
    std::vector<const ptx::Instruction*> writers = {};  // the kernel's own writes to global memory
    bool others_write = false;                          // functions that it calls write there too

    // Throws simt::Error for a kernel: it cannot be called.
    u32 function_index(const ptx::Function& function) const;
};

enum class Home { Global, Shared, Frame, KernelParam, Function, Unknown };

// The place of a variable.
struct Location {
    Home home = Home::Unknown;
    u64 offset = 0;  // an address, or bytes into shared memory, the frame or the parameter block
};

// The id of an internal operation or a whole opcode, for names that are put together from widths and spaces. Throws simt::Error
// if there is none.
isa::Id id_named(const std::string& name);

class Emitter : public RegisterFile {
  public:
    Emitter(CodeBuilder& builder, const ptx::Function& function, const FunctionPasses& passes);

    CodeBuilder& builder;
    const ptx::Function& function;
    const FunctionPasses& passes;
    Code& code() { return *builder.code; }
    u32 next_op() { return static_cast<u32>(code().ops.size()); }

    // Call these for each block and for each of its instructions, in order. guard: the row of the instruction's guard, or
    // kNoGuard.
    void begin_block(u32 block);
    void begin(const ptx::Instruction* instruction, u32 guard = kNoGuard);
    // Emits the extensions that extend_later() asked for. Drops the entries of first_loads whose address register the
    // instruction wrote.
    void finish_instruction();
    // Replaces the ops from `first` on by one that reports why the instruction cannot run.
    void give_up(u32 first, const std::string& why);
    // After the last block.
    void finish();

    const ptx::Instruction& instruction() const { return *instruction_; }
    const ControlFlow::Block& block() const { return passes.flow.blocks[block_]; }
    u32 guard() const { return guard_; }
    // The op of the first load with each opcode and address register in this block (memory.cpp).
    std::unordered_map<std::string, u32> first_loads;
    // The function's variable of that name or, if it has none, the module's.
    Location locate(const std::string& name);

    // An op with its first slots, for the caller to fill in the rest.
    Op make(isa::Id id, std::initializer_list<u32> slots = {});
    void set_handler(Op& op, isa::Id id);

    // Appends the op to the code. Returns its number.
    u32 emit(const Op& op, cost::OpClass op_class = cost::OpClass::Other, bool counted = true);
    u32 emit_hidden(const Op& op) { return emit(op, cost::OpClass::Other, false); }
    // A new row, which a hidden op computes from other rows.
    u32 compute(isa::Id id, u8 bytes, std::initializer_list<u32> sources);
    // Appends an op that branches to other blocks.
    void emit_branch(const Op& op, std::vector<u32> targets, cost::OpClass op_class = cost::OpClass::Other,
                     bool counted = true);
    // Makes finish_instruction() extend the row `from_slot` to the register's width.
    void extend_later(const RegisterRow& to, u32 from_slot, u8 from, bool is_signed);
    void note_shared_access(u32 bytes);
    void note_global_access(u32 bytes, bool write);

  private:
    struct Extension {
        u32 slot, from_slot;
        u8 from, to;
        bool is_signed;
    };

    u32 index_;
    std::unordered_map<std::string, Location> locations_;
    std::vector<u32> op_of_block_;
    std::vector<PendingBranch> pending_branches_;
    std::vector<Extension> extensions_;
    u32 block_ = 0;
    const ptx::Instruction* instruction_ = nullptr;
    u32 guard_ = kNoGuard;
};

}  // namespace simt::exec
