// The program that the user named: found, read and checked before it runs.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace simt::launcher {

// Why a program cannot be run: a sentence that says what to do.
struct Refused {
    std::string sentence;
};

template <class... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) {
    throw Refused{fmt::format(format, std::forward<Args>(args)...)};
}

struct Program {
    std::string path;
    std::vector<std::string> libraries;  // those of the emulator that it needs: "libcudart.so.13"
    // The program's RPATH, which is searched before LD_LIBRARY_PATH, would find another CUDA runtime; or it needs NVRTC, of which the
    // emulator replaces two functions (driver/nvrtc.cpp).
    bool needs_preload = false;
    std::vector<std::string> notes;  // sentences on libraries that the emulator does not replace
};

// The folder of this executable.
std::string own_folder();

// Looks a name without '/' up in PATH, as a shell does. Throws Refused.
Program find_program(const std::string& name);

}  // namespace simt::launcher
