// Machine code: read for what it says of its kernels' registers and memory, and nothing else.
#pragma once

#include <cstddef>
#include <span>

#include "emulator/kernel_resources.hpp"

namespace simt::fatbin {

// Resources of every kernel in a cubin (an ELF file). Throws simt::Error on a damaged file.
ResourcesByKernel read_cubin(std::span<const std::byte> elf);

}  // namespace simt::fatbin
