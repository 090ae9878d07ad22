// A decoded kernel: its ops and those of all functions that it calls. The decoder makes it once; launches run it many times.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/cost/op_class.hpp"
#include "emulator/decode/matrix_form.hpp"
#include "emulator/decode/op.hpp"
#include "emulator/ptx/module.hpp"

namespace simt::exec {

struct ConstantRow {
    u32 slot;
    u8 bytes;  // of an element: 2, 4 or 8; 0 for a predicate
    u64 bits;
};

// A special register whose value is constant in a launch, a block or a warp. It has a row, which is filled in before the warp
// runs.
struct SpecialRow {
    u32 slot;
    ptx::Special which;
};

// A .param variable of a function or of a call site: bytes of the frame's local memory.
struct ParamSlot {
    u32 offset;
    u32 size;
};

struct RegisterRow {
    u32 slot;
    u8 bytes;  // of an element. 8-bit registers have 2, predicates 0. 16: two rows of 64 bits, the low words first
};

// A register that lanes may read before they have written it (unset_registers.hpp), and the row of its mask: the lanes that have.
struct WatchedRegister {
    std::string name;
    u32 written;
};

struct FunctionCode {
    const ptx::Function* source = nullptr;
    u32 entry = 0;      // op index
    u32 row_bytes = 0;  // size of a frame's register file
    u32 local_bytes = 0;
    u32 stack_bytes = 0;  // of .local variables only; a frame on a GPU has at least as many
    std::vector<ConstantRow> constants;
    std::vector<SpecialRow> specials;
    std::vector<WatchedRegister> watched;
    std::vector<ParamSlot> parameters, returns;  // empty for the kernel: its parameters come with the launch
    std::unordered_map<std::string, RegisterRow> registers;  // by name
};

// Targets of a branch. reconverge: the first op of the immediate post-dominator; nullptr if that is the exit.
struct Branch {
    u32 op = 0;                      // the branch's index in Code::ops
    std::vector<const Op*> targets;  // one for bra, several for brx.idx
    const Op* reconverge = nullptr;
};

struct CallSite {
    u32 function = 0;                           // index into Code::functions
    std::vector<ParamSlot> arguments, returns;  // in the caller's local memory
};

// Where in global memory a kernel may write (decode/write_targets.hpp).
struct WriteTargets {
    bool anywhere = false;        // not known: an address comes from memory, a call, or parts of registers
    std::vector<u32> parameters;  // offsets of the kernel's parameters from which addresses are computed
    std::vector<u64> variables;   // device addresses of variables
};

struct OpInfo {
    const ptx::Instruction* source = nullptr;  // nullptr for ops that stand for no instruction
    cost::OpClass op_class = cost::OpClass::Other;
    u32 function = 0;
    u32 beside = 0;  // "~ld.shared.beside": 1 + the index of the earlier load (memory.cpp); 0: any other op
    bool overlapped = false;  // a load that find_overlapped_loads() found
    std::string unsupported;  // why the emulator cannot run this op; its handler reports it
};

// Loads beside earlier ones (memory.cpp) and arithmetic that follow each other: mostly they run as one step (stretches.hpp).
struct Stretch {
    // NextFma: an Fma that adds to the result of the one before it.
    enum class Kind : u8 { Other, Load, Fma, NextFma };
    struct Part {
        Kind kind;
        u8 group;  // of a Load
    };
    // The loads beside one load.
    struct Group {
        u32 leader = 0;              // that load's op
        u32 bytes = 0;               // of a lane
        s64 gap = 0;                 // the largest distance between two neighbours
        std::vector<s64> distances;  // from the leader's address in bytes, ascending, multiples of `bytes`
    };
    static constexpr u32 kMostGroups = 4;
    u32 first = 0;            // the op of the first part, a load; the others follow
    std::vector<Part> parts;  // at least two loads
    std::vector<Group> groups;
    u32 counters = 0;  // index of the first group's in Worker::stretches; the others follow
};

struct Code {
    std::vector<Op> ops;
    std::vector<OpInfo> info;                          // parallel to ops
    std::vector<u32> same_place;                       // find_same_places' result
    std::vector<FunctionCode> functions;               // 0 is the kernel
    std::vector<Branch> branches;                      // a branch's Op::detail is an index into it
    std::vector<CallSite> calls;                       // a call's Op::detail is an index into it
    std::vector<MatrixProduct> products;               // an mma's Op::detail is an index into it
    std::vector<WarpgroupProduct> warpgroup_products;  // the same of a wgmma.mma_async
    std::vector<Stretch> stretches;
    u32 stretch_groups = 0;  // of all stretches
    // For calls through pointers: by a function's address, its index in `functions`.
    std::unordered_map<u64, u32> function_at;
    u32 parameter_bytes = 0;
    u32 static_shared = 0;                     // bytes of shared memory, in this decoder's layout
    u32 reserved_begin = 0, reserved_end = 0;  // the part of it that cooperative groups use
    u32 dynamic_shared_begin = 0;              // where extern __shared__ arrays begin
    u32 shared_unit = 4;  // the smallest access that may reach shared memory has so many bytes: 1, 2 or 4
    u32 shared_unit_bits() const { return static_cast<u32>(__builtin_ctz(shared_unit)); }
    u32 global_unit = 4;         // the same for global memory
    bool writes_global = false;  // if false, no race in global memory is possible
    WriteTargets write_targets;
    bool fences = false;         // the kernel has fences, or instructions that release
    bool strong_shared = false;  // it has atomic, volatile, relaxed … accesses that may reach shared memory
    bool whole_warps = false;    // it has ldmatrix or the like, so random order must not divide a split
    bool counted_barriers = false;  // it has barriers for some threads of a block
    // Whether warps may wait for each other by flags, or by barriers for some threads. Both order accesses to shared memory.
    bool has_shared_flags() const { return (fences && strong_shared) || counted_barriers; }
    u32 rejoins =
        0;  // places where lanes meet again behind a branch with barriers (ControlFlow::Block::meets)
    bool joins = false;           // ptxas joined accesses to shared memory: ops have `joined`
    bool watches_blocks = false;  // a loop may wait for other blocks
    bool launches = false;        // it calls the device runtime, which can launch kernels
    bool ordered = false;  // the result may depend on the order of blocks, so they run one after another
};

}  // namespace simt::exec
