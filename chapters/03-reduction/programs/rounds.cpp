// Shows each round of a tree: how many threads add, how many warps diverge, and how many bank conflicts there are,
// for the trees of rungs 1, 2 and 3 (Kirk and Hwu, §5.3, exercises 5.8 and 5.9).
//
//     build/03/rounds          a block of 1024 threads
//     build/03/rounds 512      another power of two, from 32 to 1024
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "chapters/03-reduction/programs/parts/rounds.hpp"
#include "common/cuda/counters.hpp"

namespace {

void show(const char* title, rounds::Tree tree, unsigned threads) {
    const rounds::Trace trace = rounds::trace(tree, threads);
    std::printf("%s\n%-16s", title, "round");
    for (std::size_t round = 1; round <= trace.rounds.size(); ++round) std::printf("%5zu", round);
    std::printf("  all\n%-16s", "threads that add");
    unsigned additions = 0;
    for (const rounds::Round& round : trace.rounds) {
        std::printf("%5u", round.additions);
        additions += round.additions;
    }
    std::printf("%5u\n", additions);
    const auto row = [&](const char* name, auto count_of) {
        if (!count_of(trace.rounds.front())) return;
        std::printf("%-16s", name);
        double sum = 0;
        for (const rounds::Round& round : trace.rounds) {
            std::printf("%5.0f", *count_of(round));
            sum += *count_of(round);
        }
        std::printf("%5.0f\n", sum);
    };
    row("divergent warps", [](const rounds::Round& round) { return round.divergent_warps; });
    row("bank conflicts", [](const rounds::Round& round) { return round.bank_conflicts; });
    std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
    const int threads = argc > 1 ? std::atoi(argv[1]) : 1024;
    if (argc > 2 || threads < 32 || threads > 1024 || (threads & (threads - 1)) != 0) {
        std::fprintf(stderr, "rounds: it takes the threads of a block, a power of two from 32 to 1024.\n");
        return 2;
    }
    try {
        show("1 interleaved", rounds::Tree::kInterleaved, static_cast<unsigned>(threads));
        show("2 interleaved without divergence", rounds::Tree::kWithoutDivergence,
             static_cast<unsigned>(threads));
        show("3 sequential", rounds::Tree::kSequential, static_cast<unsigned>(threads));
        if (!gpu::emulator::present())
            std::printf("Divergent warps and bank conflicts are counted on the emulator only.\n");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "rounds: %s\n", error.what());
        return 1;
    }
    return 0;
}
