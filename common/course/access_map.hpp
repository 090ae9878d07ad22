// Draws what the lanes of one access touch, in ASCII: sectors of global memory, or the banks of shared memory.
#pragma once

#include <string>
#include <vector>

#include "emulator/trace/trace.hpp"

namespace course {

// One character for each lane, 0-9 and a-v, in the place of the element that it accesses; * for several lanes.
//
// Global memory: a row is a line of 128 bytes (64 if the elements are bytes), divided into sectors; a dot stands for what
// moves with its sector and is not used. Shared memory: a row is a wavefront, a column a bank. At most 90 columns; of many
// rows the first ones and the last. Empty for other spaces.
std::vector<std::string> map_of(const simt::trace::Access& access,
                                const simt::trace::Instruction& instruction);

}  // namespace course
