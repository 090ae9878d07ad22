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

// Names the variable that holds the finding's address, or behind whose end it lies; changes nothing if there is none.
void name_array(check::Finding& found, const LaunchContext& context);

}  // namespace simt::exec
