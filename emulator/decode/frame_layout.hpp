// Where a function's own variables lie: in its frame, which is a thread's local memory; a kernel's parameters in the launch's
// parameter block.
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
    u32 stack_bytes = 0;  // for .local variables alone: a GPU's frame has no less
};

// Throws simt::Error if a thread has less local memory than that.
FrameLayout lay_out_frame(const ptx::Function& function);

struct ParameterLayout {
    std::vector<u32> offsets;
    u32 bytes = 0;
};

ParameterLayout lay_out_parameters(const ptx::Function& kernel);

}  // namespace simt::exec
