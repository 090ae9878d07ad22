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
    std::vector<std::string> runtimes;  // the runtimes it needs: "libcudart.so.13"
    // The program's RPATH, which is searched before LD_LIBRARY_PATH, would find another CUDA runtime.
    bool needs_preload = false;
};

// Looks a name without '/' up in PATH, as a shell does. Throws Refused.
Program find_program(const std::string& name);

}  // namespace simt::launcher
