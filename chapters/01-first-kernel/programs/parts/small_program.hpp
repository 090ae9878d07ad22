// The main function of the lesson's small programs. The only argument selects a version: the mistake, or its repair.
#pragma once

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "common/cuda/check.hpp"

namespace lesson {

// Calls body(argument), or body("") without one, and returns the exit code. It is 1 if a CUDA call fails, and 2 if
// `choices` lacks the argument; both are explained on stderr.
template <class Body>
int run(int argc, char** argv, const std::vector<std::string>& choices, const Body& body) {
    const std::string argument = argc > 1 ? argv[1] : "";
    if (argc > 2 || (argc == 2 && std::find(choices.begin(), choices.end(), argument) == choices.end())) {
        std::string known;
        for (const std::string& one : choices) known += (known.empty() ? ", or " : " or ") + one;
        std::fprintf(stderr, "%s: it takes no argument%s\n", argv[0], known.c_str());
        return 2;
    }
    try {
        body(argument);
    } catch (const gpu::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}

}  // namespace lesson
