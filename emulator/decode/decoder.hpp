// Instructions to ops: one function's, by what the passes found out about it. Registers become rows, operands slots, labels op
// numbers, joining points ops of their own.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/decode/branches.hpp"
#include "emulator/decode/code_builder.hpp"
#include "emulator/decode/control_flow.hpp"
#include "emulator/decode/frame_layout.hpp"
#include "emulator/decode/memory_space.hpp"
#include "emulator/decode/operand_registers.hpp"
#include "emulator/decode/padding.hpp"
#include "emulator/decode/register_file.hpp"
#include "emulator/decode/register_lives.hpp"
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
    std::set<std::string> expected_values;
    std::set<const ptx::Instruction*> waits, updates;
    Padding padding;
};

class FunctionDecoder : private RegisterFile {
  public:
    FunctionDecoder(CodeBuilder& builder, const ptx::Function& function, const FunctionPasses& passes);
    void decode();

  private:
    using Instruction = ptx::Instruction;
    using Operand = ptx::Operand;

    using Register = RegisterRow;
    enum class Home { Global, Const, Shared, Frame, KernelParam, Function, Unknown };
    struct Location {
        Home home = Home::Unknown;
        u64 offset = 0;  // an address, or bytes into shared memory, the frame or the parameter block
    };

    // decoder.cpp: the function as a whole
    void note_locations();
    void emit_block(u32 block);
    void emit_skip(u32 item);
    void emit_instruction(const Instruction& instruction);
    void emit_padding(const Instruction& instruction);
    void decode_instruction(const Instruction& instruction);

    // operands.cpp: slots of operands
    Location locate(const std::string& name);
    u32 source(const Operand& operand, Element element);
    u32 source_of_width(const Operand& operand, u8 bytes);
    u32 destination(const Operand& operand, Element element, bool is_signed);
    u32 predicate_source(const Operand& operand);
    u32 symbol_address(const Operand& operand, u8 bytes);
    u32 resize(u32 slot, u8 from, u8 to, bool is_signed);
    u64 immediate_bits(const Operand& operand, Element element) const;
    void flush_extensions();

    // data.cpp: registers in, registers out
    void decode_data(const Instruction& instruction);
    void decode_row(const Instruction& instruction, const isa::Opcode& row);
    void decode_move(const Instruction& instruction);
    void decode_convert_address(const Instruction& instruction);

    // predicates.cpp: comparisons that take several ops
    void decode_compare(const Instruction& instruction);
    void decode_set(const Instruction& instruction);
    std::vector<u32> compare_sources(const Instruction& instruction, const std::string& row_name,
                                     bool packed);
    u32 combine_predicates(const std::string& operation, u32 a, u32 b);
    u32 half_of(u32 slot, int half);

    // video.cpp
    void decode_video(const Instruction& instruction);
    void refuse_selectors(const Instruction& instruction);

    // lookup.cpp
    void decode_lookup(const Instruction& instruction);

    // contraction.cpp
    void note_product(const Instruction& instruction);
    bool decode_joined(const Instruction& instruction);

    // memory.cpp
    void decode_load_store(const Instruction& instruction);
    void decode_cache_policy(const Instruction& instruction);
    std::string set_address(Op& op, const Operand& address, const std::string& space);
    u32 note_order(bool may_be_shared);
    void note_global_access(u32 bytes, bool write) {
        builder_.note_global_access(bytes, write ? current_ : nullptr, index_);
    }
    void put_beside(const Instruction& instruction, Op& op);
    void forget_addresses(const Instruction& instruction);

    // async.cpp
    void decode_copy_async(const Instruction& instruction);
    void decode_copy_wait(const Instruction& instruction);
    void decode_copy_arrive(const Instruction& instruction);
    void decode_bulk_copy(const Instruction& instruction);
    void decode_bulk_wait(const Instruction& instruction);
    void decode_tensor_copy(const Instruction& instruction);
    void decode_mbarrier(const Instruction& instruction);
    void decode_mbarrier_arrive(const Instruction& instruction);
    void decode_mbarrier_test(const Instruction& instruction);
    void decode_pending_count(const Instruction& instruction);
    Op make_at_mbarrier(const Instruction& instruction, const Operand& address);
    void decode_store_async(const Instruction& instruction);
    u32 address_row(const Operand& address);

    // atomics.cpp
    void decode_atomic(const Instruction& instruction);
    void decode_reduction(const Instruction& instruction, const std::string& operation);
    u32 pieces(const Operand& operand, u8 bytes, u32 count);

    // wide.cpp: registers of 128 bits
    u32 wide_register(const Operand& operand);
    void decode_wide_load_store(const Instruction& instruction);
    void decode_wide_move(const Instruction& instruction);

    // matrix.cpp
    void decode_matrix(const Instruction& instruction);
    void decode_transpose(const Instruction& instruction);

    // control.cpp
    void decode_branch(const Instruction& instruction);
    void decode_indexed_branch(const Instruction& instruction);
    void decode_return();
    void decode_barrier(const Instruction& instruction);
    void decode_fence(const Instruction& instruction);
    void decode_cluster_barrier(const Instruction& instruction);
    void decode_cluster_map(const Instruction& instruction);
    void decode_cluster_rank(const Instruction& instruction);
    void decode_register_count(const Instruction& instruction);

    // collective.cpp
    void decode_shuffle(const Instruction& instruction);
    void decode_vote(const Instruction& instruction);
    void decode_match(const Instruction& instruction);
    void decode_redux(const Instruction& instruction);
    void decode_elect(const Instruction& instruction);
    void decode_active_mask(const Instruction& instruction);
    void decode_warp_barrier(const Instruction& instruction);
    void set_results(Op& op, const Operand& to);

    // call.cpp
    void decode_call(const Instruction& instruction);
    void decode_system_call(const Instruction& instruction, const std::string& name);
    u32 call_site(const Instruction& instruction, const ptx::Function& callee, u32 function);
    void decode_stack(const Instruction& instruction);

    // An op that is filled in by the caller and takes its place in the code with emit().
    // id: of a handler, or its name, put together from widths and spaces.
    template <class Id>
    Op make(const Id& id) {
        Op op;
        set_handler(op, id);
        return op;
    }
    void set_handler(Op& op, isa::Id id);
    void set_handler(Op& op, const std::string& name);
    u32 emit(const Op& op, observe::OpClass op_class = observe::OpClass::Other, bool counted = true);
    u32 emit_hidden(const Op& op);
    void unsupported(const std::string& why);

    CodeBuilder& builder_;
    const ptx::Function& function_;
    const FunctionPasses& passes_;
    u32 index_;
    bool kernel_;
    std::unordered_map<std::string, Location> locations_;

    // Where emission is.
    std::vector<u32> op_of_block_;
    std::vector<PendingBranch> pending_branches_;
    u32 current_block_ = 0;
    const Instruction* current_ = nullptr;
    u32 guard_ = kNoGuard;
    bool guard_negated_ = false;
    std::unordered_map<std::string, u32> addresses_;  // loads of this block, by opcode and address register
    std::unordered_map<std::string, const Instruction*> products_;  // of this block, that a sum may join
    struct Extension {
        u32 slot, from_slot;
        u8 from, to;
        bool is_signed;
    };
    std::vector<Extension> extensions_;  // destinations wider than the instruction, to be filled after it
};

}  // namespace simt::exec
