// Where a function's own variables lie: in its frame, that is a thread's local memory, and a kernel's parameters in the
// launch's parameter block.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/decode/code.hpp"
#include "emulator/ptx/module.hpp"

namespace simt::exec {

struct FrameLayout {
    std::unordered_map<std::string, u32> offsets;  // by name; not of .shared variables
    std::vector<ParamSlot> parameters, returns;    // empty for a kernel
    u32 local_bytes = 0;
    u32 stack_bytes = 0;  // of them, .local variables: what a GPU's frame holds at least
};

// Throws simt::Error where a thread has not as much local memory.
FrameLayout lay_out_frame(const ptx::Function& function);

struct ParameterLayout {
    std::vector<u32> offsets;
    u32 bytes = 0;
};

ParameterLayout lay_out_parameters(const ptx::Function& kernel);

}  // namespace simt::exec
