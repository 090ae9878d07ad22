// Reads from machine code how many registers and how much memory each kernel uses.
#pragma once

#include <cstddef>
#include <span>

#include "emulator/kernel_resources.hpp"

namespace simt::loader {

// The resources of every kernel in a cubin (an ELF file). Throws simt::Error on a damaged file.
ResourcesByKernel read_cubin(std::span<const std::byte> elf);

}  // namespace simt::loader
