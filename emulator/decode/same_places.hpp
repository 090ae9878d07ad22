// Ops that one place in the program's source became, as an unrolled loop's copies of a line.
#pragma once

#include <vector>

#include "emulator/decode/code.hpp"

namespace simt::exec {

// By op: the first of its function with the same source line and opcode; itself where the line is not known.
std::vector<u32> find_same_places(const std::vector<OpInfo>& ops);

}  // namespace simt::exec
