// Which launches and which accesses of a trace `make show` draws.
#pragma once

#include <string>
#include <vector>

#include "emulator/trace/trace.hpp"

namespace course {

// The memory instructions of one source line that are alike: of one space, kind and width, and of one pattern if the
// line does not have too many of them.
struct ShownAccess {
    simt::trace::Instruction instruction;
    simt::trace::Access costliest;
    std::size_t count = 0;  // accesses of the warp
    std::size_t alike = 0;  // those that waste as much and have as many lanes
    bool wasteful = false;  // the costliest one costs more than its bytes need
    std::string fault;  // why the launch ended there: "lanes leave the array of 1024 elements"; mostly empty
};

struct ShownLine {
    simt::u32 line = 0;
    std::vector<ShownAccess> accesses;  // in the order of the program
};

// One launch of each kernel with accesses in the file: one whose warp uses all of its lanes there and that has a few
// blocks, if there is one. The first tests of an exercise often have the smallest sizes.
std::vector<const simt::trace::Launch*> launches_to_show(const simt::trace::Trace& trace,
                                                         const std::string& file);

// The lines of the file at which the launch accesses memory, in order.
std::vector<ShownLine> lines_to_show(const simt::trace::Launch& launch, const std::string& file);

// "store to global memory, 2 times: 32 lanes, stride 384 B: 32 sectors, 4 would do".
std::string sentence(const ShownAccess& shown);

}  // namespace course
