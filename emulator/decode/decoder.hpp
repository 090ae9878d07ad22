// PTX to Code: once a kernel, before its first launch.
//
// CodeBuilder walks the kernel and every function it calls; a FunctionDecoder does one of them. Registers become rows,
// operands slots, labels op addresses, joining points ops of their own. An instruction that is not supported becomes an
// op that says so when a warp reaches it, so that code that never runs stops nobody.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/decode/code.hpp"
#include "emulator/exec/table.hpp"

namespace simt::exec {

// Device addresses of the module's .global and .const variables; nullopt for a name that is none of them.
using AddressOf = std::function<std::optional<u64>(const std::string& name)>;

std::shared_ptr<Code> build_code(const ptx::Module& module, const ptx::Function& kernel,
                                 const AddressOf& address_of);

constexpr const char* kReservedSharedRegister = "%reserved_smem_offset_1";

class CodeBuilder {
  public:
    CodeBuilder(const ptx::Module& module, const AddressOf& address_of);
    std::shared_ptr<Code> build(const ptx::Function& kernel);

    Code& code() { return *code_; }
    const ptx::Module& module() const { return module_; }
    std::optional<u64> address_of(const std::string& name) const { return address_of_(name); }
    const ptx::Function* function_named(const std::string& name) const;
    u32 function_index(const ptx::Function& function);  // decoded later if it has not been yet
    // Offset of a .shared variable in the block's shared memory; it gets its place at the first use.
    u32 shared_offset(const ptx::Variable& variable);
    const ptx::Variable* module_shared(const std::string& name) const;
    void note_shared_width(u32 bytes);
    // writer: nullptr if it only reads.
    void note_global_access(u32 bytes, const ptx::Instruction* writer, u32 function);
    // Offset of what cooperative groups of several warps keep in shared memory (%reserved_smem_offset_1).
    u32 reserved_shared();
    // Those whose address the module takes: in code, or in a variable's initial value.
    std::vector<const ptx::Function*> functions_behind_pointers() const;

  private:
    void find_same_places();
    WriteTargets write_targets() const;

    const ptx::Module& module_;
    AddressOf address_of_;
    std::shared_ptr<Code> code_;
    std::vector<const ptx::Function*> functions_;
    std::map<const ptx::Variable*, u32> shared_offsets_;
    std::optional<u32> reserved_shared_;
    std::vector<const ptx::Instruction*> writers_;  // of the kernel itself
    bool others_write_ = false;                     // so may functions that it calls
    std::vector<const ptx::Variable*>
        unsized_shared_;  // extern __shared__ x[]: all begin where static memory ends
    friend class FunctionDecoder;
};

class FunctionDecoder {
  public:
    FunctionDecoder(CodeBuilder& builder, const ptx::Function& function, u32 index);
    void decode();

    static bool is_video(const std::string& root);

  private:
    using Instruction = ptx::Instruction;
    using Operand = ptx::Operand;

    using Register = RegisterRow;
    struct Block {
        u32 first = 0, last = 0;  // items [first, last)
        std::vector<u32> successors;
        bool join = false;  // lanes that parted meet at its start
        u32 op = 0;
    };
    // One step of the function: an instruction, or the jump over a guarded one that changes the flow.
    struct Item {
        const Instruction* instruction = nullptr;
        bool skip = false;
    };
    struct Fix {
        u32 op;
        std::vector<u32> blocks;
        u32 reconverge;
    };
    enum class Home { Global, Const, Shared, Frame, KernelParam, Function, Unknown };
    struct Location {
        Home home = Home::Unknown;
        u64 offset =
            0;  // an address, or bytes into shared memory, the frame's local memory or the parameter block
    };

    // decoder.cpp: the function as a whole
    void lay_out_variables();
    void emit_block(u32 block);
    void decode_instruction(const Instruction& instruction);

    // flow.cpp: basic blocks and branches
    static bool changes_flow(const Instruction& instruction);
    void make_items();
    void make_blocks();
    bool only_leaves(u32 block) const;
    std::vector<u32> joining_blocks() const;
    void fix_branches(const std::vector<u32>& post_dominator);

    // padding.cpp
    struct Padding {
        s64 offset;  // from the address register
        u32 bytes;
    };
    void find_padding();
    void emit_padding(const Instruction& instruction);

    // guesses.cpp
    void find_guesses();
    bool is_guess(const Operand& operand) const;

    // waits.cpp
    void find_waits();
    std::set<u32> cycle_of(u32 block) const;
    bool decides_a_loop(const Instruction& load, const std::set<u32>& loop) const;

    // updates.cpp
    void find_updates();
    bool stores_what_depends(const Instruction& store, const std::set<const Instruction*>& loads) const;

    // registers.cpp: registers that share rows
    void find_short_lives();
    u32 allocate_register(const std::string& name, u8 bytes);
    void release_registers(u32 item);

    // operands.cpp: rows and slots
    u32 allocate_row(u8 bytes);
    Register register_named(const std::string& name);
    u32 constant(u8 bytes, u64 bits);
    std::optional<u32> special(const std::string& name);
    Location locate(const std::string& name);
    u32 source(const Operand& operand, Element element);
    u32 source_of_width(const Operand& operand, u8 bytes);
    u32 destination(const Operand& operand, Element element, bool is_signed);
    u32 predicate_source(const Operand& operand);
    u32 symbol_address(const Operand& operand, u8 bytes);
    u32 resize(u32 slot, u8 from, u8 to, bool is_signed);
    u32 scratch(u8 bytes);
    u64 immediate_bits(const Operand& operand, Element element) const;
    void flush_extensions();

    // data.cpp: registers in, registers out
    bool decode_from_table(const Instruction& instruction, const std::string& opcode);
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
    void decode_load_store(const Instruction& instruction, bool load);
    void decode_atomic(const Instruction& instruction, bool returns);
    static std::string space_of(const Instruction& instruction);
    std::string set_address(Op& op, const Operand& address, const std::string& space);
    u32 note_order(bool may_be_shared);
    void note_global_access(u32 bytes, bool write) {
        builder_.note_global_access(bytes, write ? current_ : nullptr, index_);
    }
    void put_beside(const Instruction& instruction, Op& op);
    void forget_addresses(const Instruction& instruction);

    // async.cpp
    void decode_copy_async(const Instruction& instruction);
    void decode_bulk_copy(const Instruction& instruction);
    void decode_tensor_copy(const Instruction& instruction);
    void decode_mbarrier(const Instruction& instruction);
    void decode_store_async(const Instruction& instruction);
    u32 address_row(const Operand& address);

    // rare.cpp
    u32 wide_register(const Operand& operand);
    u32 pieces(const Operand& operand, u8 bytes, u32 count);
    void decode_atomic_by_table(const Instruction& instruction, bool returns, const std::string& operation);
    void decode_wide_load_store(const Instruction& instruction, bool load);
    void decode_wide_move(const Instruction& instruction);
    void decode_matrix(const Instruction& instruction);
    void decode_cluster(const Instruction& instruction);
    void decode_cache_policy(const Instruction& instruction);
    void decode_register_count(const Instruction& instruction);

    // control.cpp
    void decode_branch(const Instruction& instruction);
    void decode_exit(const Instruction& instruction);
    void decode_barrier(const Instruction& instruction);
    void decode_fence(const Instruction& instruction);
    void decode_collective(const Instruction& instruction);
    void unsupported(const std::string& why);

    // call.cpp
    void decode_call(const Instruction& instruction);
    void decode_system_call(const Instruction& instruction, const std::string& name);
    u32 call_site(const Instruction& instruction, const ptx::Function& callee, u32 function);
    void decode_stack(const Instruction& instruction);

    // An op that is filled in by the caller and takes its place in the code with emit().
    Op make(const char* row_name);
    Op make_with(Handler handler);  // for handlers that are compiled once and have no row
    u32 emit(const Op& op, observe::OpClass op_class = observe::OpClass::Other, bool counted = true);
    u32 emit_hidden(const Op& op);
    FunctionCode& self() { return builder_.code().functions[index_]; }

    CodeBuilder& builder_;
    const ptx::Function& function_;
    u32 index_;
    bool kernel_;
    std::unordered_map<std::string, ptx::Type> types_;
    std::unordered_map<std::string, Register> registers_;
    std::map<std::pair<u8, u64>, u32> constants_;
    std::map<Special, u32> specials_;
    std::map<u8, u32> scratch_;
    std::unordered_map<std::string, Location> locations_;
    std::vector<Item> items_;
    std::vector<Block> blocks_;
    std::vector<u32> block_of_item_;
    std::vector<Fix> fixes_;
    std::set<std::string> guesses_;  // registers that a compare-and-swap compares with
    // Behind stores: bytes between the members of a structure.
    std::unordered_map<const Instruction*, std::vector<Padding>> padding_;
    std::set<const Instruction*> waits_;             // volatile loads that a loop waits with
    std::set<const Instruction*> updates_;           // stores of what was computed from a load of their place
    std::unordered_map<std::string, u32> last_use_;  // of registers that share rows: the item
    std::map<u32, std::vector<std::string>> ending_;  // those that have a row, by that item
    std::map<u8, std::vector<u32>> spare_rows_;       // by bytes of an element
    std::unordered_map<std::string, u32> uses_;       // how often a register is named
    std::unordered_map<std::string, u32> addresses_;  // loads of this block, by opcode and address register
    std::unordered_map<std::string, const Instruction*> products_;  // of this block, that a sum may join
    u32 row_bytes_ = 0, predicate_next_ = 0, predicate_end_ = 0;
    u32 epilogue_block_ = 0;
    const Instruction* current_ = nullptr;
    u32 current_block_ = 0;
    u32 guard_ = kNoGuard;
    bool guard_negated_ = false;
    struct Extension {
        u32 slot, from_slot;
        u8 from, to;
        bool is_signed;
    };
    std::vector<Extension> extensions_;  // destinations wider than the instruction, to be filled after it
};

}  // namespace simt::exec
