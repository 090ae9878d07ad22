// The registers and memory that a kernel uses. Only its machine code says how many.
#pragma once

#include <map>
#include <string>

#include "emulator/integers.hpp"

namespace simt {

struct KernelResources {
    u32 registers = 0;      // per thread (EIATTR_REGCOUNT in .nv.info)
    u32 static_shared = 0;  // bytes per block, without the 1024 that sm_90 reserves
    u32 local = 0;          // bytes of local memory per thread (EIATTR_FRAME_SIZE)
};

using ResourcesByKernel = std::map<std::string, KernelResources>;  // by mangled name

}  // namespace simt
