// What the first block of rung 2 reads for n = 1000, as data: a line for each thread and read, for the first six values of k. The
// first warp is threads 0 to 31, thread 8 y + x. Steps 0 to 7 of a k read t, 8 to 15 d; rows of both are 1024 long.
#include <cstdio>

#include "chapters/05-shortcuts/pattern/recorder.cuh"

int main() {
    constexpr unsigned kKs = 6;
    std::printf("k,step,thread,array,index\n");
    const auto block = pattern::first_block(1000, kKs);
    for (unsigned k = 0; k < kKs; ++k) {
        for (unsigned step = 0; step < pattern::kReadsOfK; ++step) {
            for (std::size_t thread = 0; thread < block.size(); ++thread) {
                const pattern::Read& read = block[thread][k * pattern::kReadsOfK + step];
                std::printf("%u,%u,%zu,%s,%u\n", k, step, thread, read.array == pattern::kT ? "t" : "d",
                            read.index);
            }
        }
    }
}
