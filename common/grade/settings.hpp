// How make compiles and links answers: it writes build/grade/settings (common/make/grade.mk), a line of words for each key.
#pragma once

#include <string>
#include <vector>

namespace grade {

struct Settings {
    std::vector<std::string> compiler;  // nvcc and its options, but for -I of the repository's root
    std::vector<std::string> linker;    // g++
    std::string library;                // the folder of libcudart of the toolkit
    std::string device;                 // "emulator" or "gpu"
    std::string root;                   // the repository's, an absolute path
};

// Of this repository, whose root is the current folder. Throws std::runtime_error if make has not written them.
Settings read_settings();

}  // namespace grade
