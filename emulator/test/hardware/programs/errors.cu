// What calls of the runtime answer that are wrong, or close to it: a line a case, its name, what the call returned and what
// cudaGetLastError() said then. The emulator is to print the same lines as a GPU (../errors_test.cpp).
//
// The cases run one after the other in a child process. Where one ends it, "crashes" stands instead, and another child goes on.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <vector>

#include "emulator/test/hardware/programs/error_cases.cuh"

// In a child: the cases from `first` on. Writes how many have begun to `begun`.
int run_from(const std::vector<errors::Case>& cases, std::size_t first, int begun) {
    for (std::size_t at = first; at < cases.size(); ++at) {
        if (write(begun, "x", 1) != 1) return 1;
        const cudaError_t answer = cases[at].call();
        const cudaError_t last = cudaGetLastError();
        std::printf("%s: %s, last %s\n", cases[at].name, cudaGetErrorName(answer), cudaGetErrorName(last));
        std::fflush(stdout);
        // An error that stays would be every later case's: another child goes on.
        if (cudaDeviceSynchronize() != cudaSuccess && cudaGetLastError() != cudaSuccess &&
            cudaFree(nullptr) != cudaSuccess)
            return 0;
    }
    return 0;
}

int main() {
    const std::vector<errors::Case> cases = errors::cases();
    for (std::size_t first = 0; first < cases.size();) {
        int ends[2], status = 0;
        if (pipe(ends) != 0) return 1;
        const pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            _exit(run_from(cases, first, ends[1]));
        }
        close(ends[1]);
        char one;
        while (read(ends[0], &one, 1) == 1) ++first;
        close(ends[0]);
        if (waitpid(child, &status, 0) != child) return 1;
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            std::printf("%s: crashes\n", cases[first - 1].name);
        std::fflush(stdout);
    }
    return 0;
}
