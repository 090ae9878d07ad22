// The variables in shared memory that a launch has, by the names that its source gives them.
#pragma once

#include <string>
#include <vector>

#include "emulator/check/findings.hpp"
#include "emulator/exec/warp.hpp"

namespace simt::exec {

struct SharedVariable {
    std::string name;  // "tile", without the function in which it is declared
    u32 offset;        // in the block's shared memory
    u32 bytes;
    bool dynamic;  // it is extern, and the launch gives its size
};

// In the order of their offsets. A launch may have several dynamic ones, all of them in one place.
std::vector<SharedVariable> shared_variables(const LaunchContext& context);

// Adds to the finding the name of the variable at its address, or of the last one before it. Without such a variable it stays as it is.
void name_array(check::Finding& found, const LaunchContext& context);

}  // namespace simt::exec
