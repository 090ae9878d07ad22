// Ends a program, with a sentence, on a CPU that lacks the instructions it was compiled for; it would otherwise die
// of an illegal instruction. make compiles for the CPU it runs on; `make ISAS=all` does not, for programs that are
// copied elsewhere.
//
// Linked into every program with such code, and itself compiled for any CPU. BUILT_FOR names the required features as
// __builtin_cpu_supports knows them ("x86-64-v4"); if it is not defined, nothing is required.
#ifdef BUILT_FOR
#include <unistd.h>

#include <cstring>

namespace {

void say(const char* text) {
    [[maybe_unused]] const auto written = write(STDERR_FILENO, text, std::strlen(text));
}

bool runs_here() {
    __builtin_cpu_init();
#if __GNUC__ >= 12
    return __builtin_cpu_supports(BUILT_FOR);
#else  // which knows no level by its name
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("f16c") &&
                    __builtin_cpu_supports("fma") && __builtin_cpu_supports("lzcnt") &&
                    __builtin_cpu_supports("movbe");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    return std::strcmp(BUILT_FOR, "x86-64-v3") == 0 ? v3 : v4;
#endif
}

// Runs before every other constructor: 101 is the first priority that programs may use.
__attribute__((constructor(101))) void check() {
    if (runs_here()) return;
    say("This program was built for CPUs that run " BUILT_FOR
        ", and this one does not: run make on this machine, or "
        "make ISAS=all on the one where it was built.\n");
    _exit(2);
}

}  // namespace
#endif
