// Selects the version of a small program of the lesson, the mistake or its repair, by its only argument.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace lesson {

// The argument, or "" if there is none. For anything but `choices` it lists them and ends the program with code 2.
inline std::string choice(int argc, char** argv, const std::vector<std::string>& choices) {
    if (argc == 1) return "";
    for (const std::string& one : choices)
        if (argc == 2 && one == argv[1]) return one;
    std::string known;
    for (const std::string& one : choices) known += (known.empty() ? ", or " : " or ") + one;
    std::fprintf(stderr, "%s: it takes no argument%s\n", argv[0], known.c_str());
    std::exit(2);
}

}  // namespace lesson
