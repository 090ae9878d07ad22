// Finds out what ptxas made of the loads and stores of shared memory in a kernel's PTX: it joins neighbouring ones, such as four loads
// of 4 bytes, into one of 8 or 16 bytes. The machine code says for which line of the PTX an instruction stands, and how wide it is; of
// joined ones, that is one of their lines. An element of the wide access that no thread needs has no line.
#pragma once

#include <unordered_map>

#include "emulator/decode/control_flow.hpp"
#include "emulator/kernel_resources.hpp"

namespace simt::exec {

struct JoinedAccesses {
    static constexpr u8 kElsewhere = 1;
    // For each access that ptxas joined: the bytes of the one that stands for all of them, at the first; kElsewhere at the others.
    std::unordered_map<const ptx::Instruction*, u8> joined;
    bool known = true;  // whether machine code is there and explains each such access of the function
};

JoinedAccesses find_joined_accesses(const ControlFlow& flow, const MachineAccesses& machine);

}  // namespace simt::exec
