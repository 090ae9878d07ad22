// What the programs of this folder share. Each runs the mistakes of one group: "NAME" is the mistake, "NAME cured" the same program
// with its cure, "list" prints the names.
#pragma once

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

#define MISTAKES_TEXT(name) MISTAKES_TEXT_OF(name)
#define MISTAKES_TEXT_OF(name) #name

namespace mistakes {

struct Mistake {
    const char* name;
    int (*wrong)();
    int (*cured)();
};

inline std::vector<Mistake>& all() {
    static std::vector<Mistake> list;
    return list;
}

struct Added {
    Added(const char* name, int (*wrong)(), int (*cured)()) { all().push_back({name, wrong, cured}); }
};

// The exit code is that of the program that the arguments name.
inline int run(int argc, char** argv) {
    const bool list = argc == 2 && std::strcmp(argv[1], "list") == 0;
    const bool cured = argc == 3 && std::strcmp(argv[2], "cured") == 0;
    for (const Mistake& mistake : all()) {
        if (list) std::printf("%s\n", mistake.name);
        if (argc > 1 && std::strcmp(argv[1], mistake.name) == 0)
            return cured ? mistake.cured() : mistake.wrong();
    }
    if (!list) std::fprintf(stderr, "usage: %s list, or NAME, or NAME cured\n", argv[0]);
    return list ? 0 : 2;
}

}  // namespace mistakes
