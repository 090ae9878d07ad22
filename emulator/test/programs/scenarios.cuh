// What the programs beside this file share: a call and its answer on one line, and a process for each scenario, because
// a kernel's fault ends the CUDA context of its process.
//
// NAME_h200.txt holds what a program printed on an H200. The emulator has to print the same.
#pragma once

#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#define SHOW(call) std::printf("  %s: %d\n", #call, static_cast<int>(call))
#define SHOW_VALUE(value) std::printf("  %s = %lld\n", #value, static_cast<long long>(value))

inline void show_last_errors() {
    SHOW(cudaPeekAtLastError());
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());
}

struct Scenario {
    const char* name;
    void (*run)();
};

// Runs all scenarios, or the one that the command line names.
template <int N>
int run_scenarios(const Scenario (&scenarios)[N], int argc, char** argv) {
    for (const Scenario& scenario : scenarios) {
        if (argc > 1 && std::strcmp(argv[1], scenario.name) != 0) continue;
        std::printf("%s\n", scenario.name);
        std::fflush(stdout);
        const pid_t child = fork();
        if (child == 0) {
            scenario.run();
            std::fflush(stdout);
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (status != 0) std::printf("  ended with status %d\n", status);
    }
    return 0;
}
