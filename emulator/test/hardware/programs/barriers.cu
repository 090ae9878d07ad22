// Barriers of a number of threads, with threads that have left, come late or come to another number: what does a GPU do?
//
// barriers CASE   "CASE: name of the CUDA error, threads that went on", or "CASE: hangs" (after three seconds)
// barriers list   the names; ../barriers_test.cpp compares them with results/barriers.txt, which an H200 answered
#include <cuda_runtime.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstring>

namespace {

#define SYNC(number, threads) asm volatile("bar.sync " #number ", " #threads ";" ::: "memory")
#define ARRIVE(number, threads) asm volatile("bar.arrive " #number ", " #threads ";" ::: "memory")

__device__ void wait_a_while() {
    const long long begin = clock64();
    while (clock64() - begin < 20000000) {
    }
}

struct Case {
    const char* name;
    int threads;
};
constexpr int kHalfWarp = 16;
enum Which {
    kOneHasLeft,
    kOneLeavesLate,
    kAllButOneThatLeaves,
    kOneArrives,
    kMoreThanThereAre,
    kPartOfAWarp,
    kNone,
    kHalvesOfOneWarp,
    kHalvesOfTwoWarps,
    kHalfHasLeft,
    kHalfLeavesLate,
    kHalfAlone,
    kHalfGoesBy,
    kArrivesElsewhere,
    kArrivesForThree,
    kTwoNumbers,
    kOthersLater
};
const Case kCases[] = {{"one_has_left", 64},  {"one_leaves_late", 96},     {"all_but_one_that_leaves", 64},
                       {"one_arrives", 64},   {"more_than_there_are", 64}, {"part_of_a_warp", 64},
                       {"none", 64},          {"halves_of_one_warp", 32},  {"halves_of_two_warps", 64},
                       {"half_has_left", 64}, {"half_leaves_late", 64},    {"half_alone", 32},
                       {"half_goes_by", 64},  {"arrives_elsewhere", 64},   {"arrives_for_three", 96},
                       {"two_numbers", 64},   {"others_later", 128}};

__global__ void meet(int which, int part, int none, int* out) {
    const int x = threadIdx.x, warp = x / 32;
    const bool low = x % 32 < kHalfWarp;
    switch (which) {
        case kOneHasLeft:
            if (warp == 0) return;
            SYNC(1, 64);
            break;
        case kOneLeavesLate:
            if (warp == 0) return;
            if (warp == 2) {
                wait_a_while();
                return;
            }
            SYNC(1, 64);
            break;
        case kAllButOneThatLeaves:
            if (warp == 0) {
                wait_a_while();
                return;
            }
            asm volatile("bar.sync 0;" ::: "memory");
            break;
        case kOneArrives:
            if (warp == 0) {
                ARRIVE(1, 64);
                return;
            }
            SYNC(1, 64);
            break;
        case kMoreThanThereAre:
            SYNC(1, 96);
            break;
        case kPartOfAWarp:
            asm volatile("bar.sync 1, %0;" ::"r"(part) : "memory");
            break;
        case kNone:
            asm volatile("bar.sync 1, %0;" ::"r"(none) : "memory");
            break;
        case kHalvesOfOneWarp:
        case kHalvesOfTwoWarps:
            if (low)
                SYNC(1, 64);
            else
                SYNC(1, 64);
            break;
        case kHalfHasLeft:
            if (low) return;
            SYNC(1, 64);
            break;
        case kHalfLeavesLate:
            if (low) {
                wait_a_while();
                return;
            }
            SYNC(1, 64);
            break;
        case kHalfAlone:
        case kHalfGoesBy:
            if (low) SYNC(1, 64);
            break;
        case kArrivesElsewhere:
            if (warp == 0) {
                ARRIVE(2, 64);
                return;
            }
            SYNC(1, 64);
            break;
        case kArrivesForThree:
            if (warp == 0) {
                ARRIVE(1, 96);
                return;
            }
            if (warp == 1) {
                wait_a_while();
                return;
            }
            SYNC(1, 96);
            break;
        case kTwoNumbers:
            if (warp == 0)
                SYNC(1, 64);
            else
                SYNC(1, 96);
            break;
        case kOthersLater:
            if (warp == 2) return;
            if (warp < 2) {
                SYNC(1, 64);
            } else {
                wait_a_while();
                SYNC(1, 128);
            }
            break;
    }
    out[x] = 1;
}

}  // namespace

int main(int argc, char** argv) {
    const char* const wanted = argc > 1 ? argv[1] : "list";
    for (int which = 0; which < static_cast<int>(sizeof kCases / sizeof *kCases); ++which) {
        const Case& one = kCases[which];
        if (std::strcmp(wanted, "list") == 0) std::printf("%s\n", one.name);
        if (std::strcmp(wanted, one.name) != 0) continue;
        int* out = nullptr;
        if (cudaMallocManaged(&out, one.threads * sizeof(int)) != cudaSuccess) return 1;
        std::memset(out, 0, one.threads * sizeof(int));
        meet<<<1, one.threads>>>(which, 40, 0, out);
        const auto begin = std::chrono::steady_clock::now();
        cudaError_t state = cudaStreamQuery(nullptr);
        for (; state == cudaErrorNotReady; state = cudaStreamQuery(nullptr)) {
            if (std::chrono::steady_clock::now() - begin < std::chrono::seconds(3)) continue;
            std::printf("%s: hangs\n", one.name);
            std::fflush(stdout);
            _exit(0);  // cudart would wait for the kernel
        }
        int went_on = 0;
        for (int x = 0; state == cudaSuccess && x < one.threads; ++x) went_on += out[x];
        std::printf("%s: %s, %d\n", one.name, cudaGetErrorName(state), went_on);
    }
    return 0;
}
