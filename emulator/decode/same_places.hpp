// Which ops come from the same place in the program's source, as the copies of a line in an unrolled loop do.
#pragma once

#include <vector>

#include "emulator/decode/code.hpp"

namespace simt::exec {

// For each op the first one of its function with the same source line and opcode; itself if the line is not known.
std::vector<u32> find_same_places(const std::vector<OpInfo>& ops);

}  // namespace simt::exec
