// Runs PTX text that may be anything, as far as it goes: read, decoded, each kernel launched on a device of its own with a
// bound on its instructions. A text that is wrong is refused in a sentence, and nothing else may ever happen.
#pragma once

#include <string>
#include <string_view>

#include "emulator/integers.hpp"

namespace simt::fuzz {

struct Outcome {
    std::string refused;   // the sentence, if the text or a kernel was refused before it ran
    u32 launched = 0;      // kernels that ran
    u32 finished = 0;      // and came to their end without a fault
    u64 instructions = 0;  // of warps, executed
};

// most_instructions: of a launch's warps together; a kernel that goes on is stopped.
Outcome run_anything(std::string_view ptx, u64 most_instructions = 20000);

}  // namespace simt::fuzz
