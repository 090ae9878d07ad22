// What only the machine code knows about a kernel: registers and shared memory. PTX has neither.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>

#include "emulator/integers.hpp"

namespace simt::fatbin {

struct KernelResources {
    u32 registers = 0;      // per thread (EIATTR_REGCOUNT in .nv.info)
    u32 static_shared = 0;  // bytes per block, without the 1024 that sm_90 reserves
    u32 local = 0;          // bytes of local memory per thread (EIATTR_FRAME_SIZE)
};

// Resources of every kernel in a cubin (an ELF file), by mangled name. Throws simt::Error on a damaged file.
std::map<std::string, KernelResources> read_cubin(std::span<const std::byte> elf);

}  // namespace simt::fatbin
