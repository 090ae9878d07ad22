// Offsets of variables in a block's shared memory and in a function's frame, and of a kernel's parameters.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/decode/code.hpp"

namespace simt::exec {

struct SharedLayout {
    std::unordered_map<const ptx::Variable*, u32> offsets;  // of those that have a size
    u32 static_bytes = 0;
    std::optional<u32> reserved;  // the offset of the bytes for cooperative groups of several warps
    u32 dynamic_begin = 0;        // all extern __shared__ arrays begin here, after the static ones

    u32 offset_of(const ptx::Variable& variable) const {
        return variable.size == 0 ? dynamic_begin : offsets.at(&variable);
    }
};

constexpr u32 kReservedSharedBytes = 288;  // cooperative_groups/details/memory.h relies on this number

// functions: all that the kernel may run.
SharedLayout lay_out_shared(const ptx::Module& module, const std::vector<const ptx::Function*>& functions);

// The module's .shared variable of that name; nullptr if there is none.
const ptx::Variable* shared_variable(const ptx::Module& module, const std::string& name);

// A function's own variables lie in its frame, which is a part of a thread's local memory.
struct FrameLayout {
    std::unordered_map<std::string, u32> offsets;  // by name; not of .shared variables
    std::vector<ParamSlot> parameters, returns;    // empty for a kernel
    u32 local_bytes = 0;
    u32 stack_bytes = 0;  // of .local variables only; a frame on a GPU has at least as many
};

// Throws simt::Error if the frame needs more local memory than a thread has.
FrameLayout lay_out_frame(const ptx::Function& function);

// A kernel's parameters lie in the launch's parameter block.
struct ParameterLayout {
    std::vector<u32> offsets;
    u32 bytes = 0;
};

ParameterLayout lay_out_parameters(const ptx::Function& kernel);

}  // namespace simt::exec
