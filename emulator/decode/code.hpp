// A decoded kernel. The decoder makes it once from a PTX function and everything that this calls; launches run it many times.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/cost/op_class.hpp"
#include "emulator/decode/op.hpp"
#include "emulator/ptx/module.hpp"

namespace simt::exec {

struct ConstantRow {
    u32 slot;
    u8 bytes;  // an element: 2, 4 or 8; 0 for a predicate
    u64 bits;
};

// A special register whose value is constant in a launch, a block or a warp: a row like any other, filled in beforehand.
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
    u8 bytes;  // 0: predicate; 2 for 8-bit ones too; 16: two rows of 64 bits, the low words first
};

struct FunctionCode {
    const ptx::Function* source = nullptr;
    u32 entry = 0;      // op index
    u32 row_bytes = 0;  // size of a frame's register file
    u32 local_bytes = 0;
    u32 stack_bytes = 0;  // for .local variables alone: a GPU's frame has no less
    std::vector<ConstantRow> constants;
    std::vector<SpecialRow> specials;
    std::vector<ParamSlot> parameters, returns;  // not the kernel's: they lie in the launch's block
    std::unordered_map<std::string, RegisterRow> registers;  // by name
};

// Targets of a branch. reconverge is the immediate post-dominator's first op, or nullptr: only the exit follows.
struct Branch {
    u32 op = 0;                      // the one that branches
    std::vector<const Op*> targets;  // one for bra, several for brx.idx
    const Op* reconverge = nullptr;
};

struct CallSite {
    u32 function = 0;                           // index into Code::functions
    std::vector<ParamSlot> arguments, returns;  // in the caller's local memory
};

// Where in global memory a kernel may write (decode/write_targets.hpp).
struct WriteTargets {
    bool anywhere = false;        // an address comes from memory, a call, or pieces of registers
    std::vector<u32> parameters;  // offsets of the kernel's parameters that addresses are computed from
    std::vector<u64> variables;   // device addresses
};

struct OpInfo {
    const ptx::Instruction* source = nullptr;  // nullptr for ops that stand for no instruction
    cost::OpClass op_class = cost::OpClass::Other;
    u32 function = 0;
    u32 beside = 0;           // 1 + the op of the first load beside this one (memory.cpp); 0: none
    std::string unsupported;  // why this op cannot run, for the handler that says so
};

struct Code {
    std::vector<Op> ops;
    std::vector<OpInfo> info;                  // parallel to ops
    std::vector<u32> same_place;               // same_places.hpp
    std::vector<FunctionCode> functions;       // 0 is the kernel
    std::vector<Branch> branches;              // Op::detail of branches
    std::vector<CallSite> calls;               // Op::detail of calls
    std::unordered_map<u64, u32> function_at;  // function index by address, for pointers
    u32 parameter_bytes = 0;
    u32 static_shared = 0;                     // bytes, as laid out here
    u32 reserved_begin = 0, reserved_end = 0;  // the part of it that cooperative groups use
    u32 dynamic_shared_begin = 0;              // where extern __shared__ arrays begin
    u32 shared_unit = 4;  // bytes of the smallest access that may reach shared memory: 1, 2 or 4
    u32 shared_unit_bits() const { return static_cast<u32>(__builtin_ctz(shared_unit)); }
    u32 global_unit = 4;            // the same for global memory
    bool writes_global = false;     // if false, no race is possible there
    WriteTargets write_targets;     // where it writes
    bool fences = false;            // it has fences, or instructions that release
    bool strong_shared = false;     // atomics, volatile, relaxed … of memory that may be shared
    bool whole_warps = false;       // ldmatrix and the like: a split must not be divided
    bool counted_barriers = false;  // some threads of a block may meet at one
    // Whether warps may wait for each other by flags or by barriers for some threads. These order accesses to shared memory, too.
    bool has_shared_flags() const { return (fences && strong_shared) || counted_barriers; }
    bool watches_blocks = false;  // it may have a loop that waits for other blocks
    bool ordered = false;         // the result may depend on block order: run blocks one after another
};

}  // namespace simt::exec
