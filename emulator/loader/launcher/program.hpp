// The program the user named: found, read and judged before it runs.
#pragma once

#include <string>
#include <vector>

#include "emulator/loader/launcher/elf_file.hpp"

namespace simt::launcher {

// Why a program cannot be run: a sentence that says what to do.
struct Refused {
    std::string sentence;
};

struct Program {
    std::string path;
    std::vector<std::string> runtimes;  // that it asks for: "libcudart.so.13"
    // The program's RPATH would find another CUDA runtime before LD_LIBRARY_PATH is looked at.
    bool needs_preload = false;
};

// Looks a name without '/' up in PATH, as a shell does. Throws Refused.
Program find_program(const std::string& name);

// Why a program with these imports would not reach the emulator; empty if it would.
std::string why_not(const ElfFile& file, const std::string& path);

}  // namespace simt::launcher
