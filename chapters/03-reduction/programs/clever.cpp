// The clever loop of Kirk and Hwu's exercise 5.12, without a barrier in the last warp: its result, and the findings
// of the emulator's checks on stderr.
//
//     build/03/clever
//     build/simt --quiet --schedule=random --seed=1 build/03/clever     lanes in another order
#include <cstdio>
#include <exception>
#include <vector>

#include "chapters/03-reduction/programs/parts/clever.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"

namespace {

void show(const char* name, void (*run)(int*, const int*), const std::vector<int>& numbers, int expected) {
    const gpu::Buffer<int> in(numbers);
    gpu::Buffer<int> sum(1);
    const gpu::LaunchCounters since_here;
    run(sum.data(), in.data());
    const int got = sum.to_host()[0];
    std::printf("%-14s %8d of %d, %-6s", name, got, expected, got == expected ? "right" : "wrong");
    if (gpu::emulator::present())
        std::printf("  %s\n", since_here.findings() > 0 ? "and a race" : "and no race");
    else
        std::printf("  races are found on the emulator only\n");
}

}  // namespace

int main() {
    try {
        std::vector<int> numbers(rounds::kSection);
        int sum = 0;
        for (unsigned i = 0; i < numbers.size(); ++i) sum += numbers[i] = static_cast<int>(i * i % 1013);
        show("clever", rounds::clever, numbers, sum);
        show("with_volatile", rounds::with_volatile, numbers, sum);
        show("with_syncwarp", rounds::with_syncwarp, numbers, sum);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "clever: %s\n", error.what());
        return 1;
    }
    return 0;
}
