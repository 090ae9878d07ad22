// Reads from a program's file, before it runs, which libraries it needs, where it looks for them, and whether it carries
// device code.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emulator/integers.hpp"

namespace simt::launcher {

struct ElfFile {
    u16 machine = 0;                  // EM_X86_64 …
    std::vector<std::string> needed;  // DT_NEEDED: "libcudart.so.13"
    std::string rpath;  // DT_RPATH, which is searched before LD_LIBRARY_PATH; a DT_RUNPATH makes it empty
    bool has_device_code = false;  // a section .nv_fatbin
    bool has_loader = false;       // is loaded by the dynamic loader, and not linked statically

    bool needs(const std::string& library) const;
    // The first needed library whose name has this prefix; empty if there is none.
    std::string needed_beginning(const std::string& prefix) const;
};

// Empty if the bytes are damaged or are not a 64-bit ELF executable.
std::optional<ElfFile> read_elf(std::span<const std::byte> bytes);

}  // namespace simt::launcher
