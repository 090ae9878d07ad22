// Finds the ops that come from the same place in the program's source, such as the copies of a line in an unrolled loop.
#pragma once

#include <vector>

#include "emulator/decode/code.hpp"

namespace simt::exec {

// For each op, the first op of its function with the same source line and opcode; the op itself if the line is not known.
std::vector<u32> find_same_places(const std::vector<OpInfo>& ops);

}  // namespace simt::exec
