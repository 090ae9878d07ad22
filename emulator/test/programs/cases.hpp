// Programs of several cases. Each case prints "name ok", or the line of the first thing that is wrong and "name WRONG". The argument
// names one case; without one, all usual cases run.
#pragma once

#include <cstdio>
#include <cstring>

#define EXPECT(condition)                                             \
    if (!(condition)) {                                               \
        std::printf("(line %d: %s is wrong) ", __LINE__, #condition); \
        return false;                                                 \
    }
#define OK(call) EXPECT((call) == cudaSuccess)

struct Case {
    const char* name;
    bool (*run)();
    bool usual = true;
};
#define CASE(name) \
    { #name, name }
#define UNUSUAL(name) \
    { #name, name, false }

// The exit code of the program: 0 if all that ran are right, 2 if there is no such case. `before` runs before each case.
template <int kCount>
int run_cases(int argc, char** argv, const Case (&cases)[kCount], bool (*before)() = nullptr) {
    bool all = true, any = false;
    for (const Case& each : cases) {
        if (argc > 1 ? std::strcmp(argv[1], each.name) != 0 : !each.usual) continue;
        const bool passed = (before == nullptr || before()) && each.run();
        all &= passed;
        any = true;
        std::printf("%s %s\n", each.name, passed ? "ok" : "WRONG");
        std::fflush(stdout);
    }
    if (!any) std::printf("There is no case %s.\n", argc > 1 ? argv[1] : "");
    return !any ? 2 : all ? 0 : 1;
}
