// Prints, as data, the elements that the first block of rung 2 reads for n = 1000: a line for each thread and read,
// for the first six values of k. The first warp is threads 0 to 31, thread 8 y + x. Steps 0 to 7 of a k read t, 8 to
// 15 d; rows of both are 1024 long. With the argument `warp`, prints only the first warp's reads, as a table.
#include <cstdio>
#include <string>

#include "chapters/05-shortcuts/programs/parts/recorder.hpp"

namespace {

constexpr unsigned kKs = 6;
using Block = std::vector<std::vector<pattern::Read>>;

const char* name_of(const pattern::Read& read) { return read.array == pattern::kT ? "t" : "d"; }

void print_all(const Block& block) {
    std::printf("k,step,thread,array,index\n");
    for (unsigned k = 0; k < kKs; ++k) {
        for (unsigned step = 0; step < pattern::kReadsOfK; ++step) {
            for (std::size_t thread = 0; thread < block.size(); ++thread) {
                const pattern::Read& read = block[thread][k * pattern::kReadsOfK + step];
                std::printf("%u,%u,%zu,%s,%u\n", k, step, thread, name_of(read), read.index);
            }
        }
    }
}

// In each column, a row of lanes with the same y; "t[0] … t[7]" if they differ, "d[3]" if they do not.
void print_warp(const Block& block) {
    std::printf("| k | step | lanes 0-7 | 8-15 | 16-23 | 24-31 |\n| --: | --: | :-- | :-- | :-- | :-- |\n");
    for (const unsigned k : {0u, 1u}) {
        for (const unsigned step : {0u, 1u, 7u, 8u, 9u, 15u}) {
            std::printf("| %u | %u |", k, step);
            for (unsigned lane = 0; lane < 32; lane += 8) {
                const pattern::Read& first = block[lane][k * pattern::kReadsOfK + step];
                const pattern::Read& last = block[lane + 7][k * pattern::kReadsOfK + step];
                std::printf(" %s[%u]", name_of(first), first.index);
                if (!(first == last)) std::printf(" … %s[%u]", name_of(last), last.index);
                std::printf(" |");
            }
            std::printf("\n");
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 2 || (argc == 2 && std::string(argv[1]) != "warp")) {
        std::fprintf(stderr, "%s: it takes no argument, or warp\n", argv[0]);
        return 2;
    }
    const Block block = pattern::first_block(1000, kKs);
    if (argc > 1 && std::string(argv[1]) == "warp") {
        print_warp(block);
    } else {
        print_all(block);
    }
}
