// The registers and memory that a kernel uses, and its accesses to shared memory as ptxas left them. Only its machine code says so.
#pragma once

#include <map>
#include <string>

#include "emulator/integers.hpp"

namespace simt {

// Loads and stores of shared memory in sm_90 machine code. Key: the line of the PTX that the instruction comes from; if ptxas joined
// several, one of them. Value: bytes of a lane; kManyWidths if instructions of several widths come from the line.
struct MachineAccesses {
    static constexpr u8 kManyWidths = 0;
    bool known =
        false;  // false: the machine code has no table of PTX lines (nvcc -lineinfo) or is for another architecture
    std::map<u32, u8> loads, stores;
};

struct KernelResources {
    u32 registers = 0;      // per thread (EIATTR_REGCOUNT in .nv.info)
    u32 static_shared = 0;  // bytes per block, without the 1024 that sm_90 reserves
    u32 local = 0;          // bytes of local memory per thread (EIATTR_FRAME_SIZE)
    MachineAccesses shared_accesses = {};
};

using ResourcesByKernel = std::map<std::string, KernelResources>;  // by mangled name

}  // namespace simt
