// Access patterns for ncu to count on a real GPU: what measure.sh measures and counts_test.cpp holds the
// emulator to. One launch of one warp a pattern; launch k is line k of the output, "launch,operation,pattern,width".
//
// Global loads and shared memory are in test/hardware/h200_calibration.csv already; this adds loads that go around the first-level cache or
// through its read-only part, global stores, reductions, atomics and asynchronous copies. Addresses come from a table, so that the compiler knows nothing of them; lanes with a negative
// entry are switched off by a branch.
#include <cstdint>
#include <cstdio>

#include "common/cuda/check.hpp"

namespace {

// kHow: 0 ld.global.cg, 1 ld.global.nc.
template <int kWidth, int kHow>
__global__ void load(char* out, const int* table) {
    const int offset = table[threadIdx.x];
    if (offset < 0) return;
    int word[4] = {0, 0, 0, 0};
    if constexpr (kWidth == 4 && kHow == 0)
        asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(word[0]) : "l"(out + offset));
    if constexpr (kWidth == 4 && kHow == 1)
        asm volatile("ld.global.nc.b32 %0, [%1];" : "=r"(word[0]) : "l"(out + offset));
    if constexpr (kWidth == 16 && kHow == 0)
        asm volatile("ld.global.cg.v4.b32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3])
                     : "l"(out + offset));
    if constexpr (kWidth == 16 && kHow == 1)
        asm volatile("ld.global.nc.v4.b32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3])
                     : "l"(out + offset));
    if ((word[0] | word[1] | word[2] | word[3]) == 0x12345678) out[0] = 1;
}

template <int kWidth>
__global__ void store(char* out, const int* table) {
    const int offset = table[threadIdx.x];
    if (offset < 0) return;
    if constexpr (kWidth == 1) asm volatile("st.global.u8 [%0], %1;" ::"l"(out + offset), "r"(1));
    if constexpr (kWidth == 2) asm volatile("st.global.u16 [%0], %1;" ::"l"(out + offset), "h"(short{1}));
    if constexpr (kWidth == 4) asm volatile("st.global.u32 [%0], %1;" ::"l"(out + offset), "r"(1));
    if constexpr (kWidth == 8) asm volatile("st.global.v2.u32 [%0], {%1, %1};" ::"l"(out + offset), "r"(1));
    if constexpr (kWidth == 16)
        asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(out + offset), "r"(1));
}

template <int kWidth>
__global__ void reduce(char* out, const int* table) {
    const int offset = table[threadIdx.x];
    if (offset < 0) return;
    if constexpr (kWidth == 4) asm volatile("red.global.add.u32 [%0], %1;" ::"l"(out + offset), "r"(1));
    if constexpr (kWidth == 8) asm volatile("red.global.add.u64 [%0], %1;" ::"l"(out + offset), "l"(1ull));
}

__global__ void exchange(char* out, const int* table) {
    const int offset = table[threadIdx.x];
    if (offset < 0) return;
    unsigned old;
    asm volatile("atom.global.exch.b32 %0, [%1], %2;" : "=r"(old) : "l"(out + offset), "r"(1));
    if (old == 0x12345678u) out[0] = 1;
}

// kAround: around the first-level cache.
template <int kWidth, bool kAround>
__global__ void copy_async(char* out, const int* table) {
    __shared__ __align__(128) char tile[32 * 16];
    const int offset = table[threadIdx.x];
    if (offset >= 0) {
        const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(tile + threadIdx.x * kWidth));
        if constexpr (kAround) {
            asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" ::"r"(to), "l"(out + offset), "n"(kWidth)
                         : "memory");
        } else {
            asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(out + offset), "n"(kWidth)
                         : "memory");
        }
    }
    asm volatile("cp.async.wait_all;" ::: "memory");
    if (offset >= 0 && tile[threadIdx.x * kWidth] == 0x55) out[0] = 1;
}

using Kernel = void (*)(char*, const int*);
using Pattern = int (*)(int lane, int width);

struct NamedPattern {
    const char* name;
    Pattern offset;
};
const NamedPattern kPatterns[] = {
    {"contiguous", [](int lane, int width) { return lane * width; }},
    {"one_further", [](int lane, int width) { return (lane + 1) * width; }},
    {"two_further", [](int lane, int width) { return (lane + 2) * width; }},
    {"every_second", [](int lane, int width) { return 2 * lane * width; }},
    {"column", [](int lane, int) { return lane * 128; }},
    {"same", [](int, int) { return 0; }},
    {"permuted", [](int lane, int width) { return (lane * 7 % 32) * width; }},
    {"halves_in_turn", [](int lane, int width) { return (lane % 16 * 2 + lane / 16) * width; }},
    {"odd_lanes", [](int lane, int width) { return lane % 2 != 0 ? lane * width : -1; }},
    {"first_half", [](int lane, int width) { return lane < 16 ? lane * width : -1; }},
    {"none", [](int, int) { return -1; }},
};

struct Operation {
    const char* name;
    int width;
    Kernel kernel;
};
const Operation kOperations[] = {
    {"store", 1, store<1>},
    {"store", 2, store<2>},
    {"store", 4, store<4>},
    {"store", 8, store<8>},
    {"store", 16, store<16>},
    {"red", 4, reduce<4>},
    {"red", 8, reduce<8>},
    {"atom", 4, exchange},
    {"cp.async", 4, copy_async<4, false>},
    {"cp.async", 8, copy_async<8, false>},
    {"cp.async", 16, copy_async<16, false>},
    {"cp.async.cg", 16, copy_async<16, true>},
    {"ld.cg", 4, load<4, 0>},
    {"ld.cg", 16, load<16, 0>},
    {"ld.nc", 4, load<4, 1>},
    {"ld.nc", 16, load<16, 1>},
};

}  // namespace

int main() {
    char* out = nullptr;
    int* table = nullptr;
    CUDA_CHECK(cudaMalloc(&out, 1 << 16));
    CUDA_CHECK(cudaMalloc(&table, 32 * sizeof(int)));
    CUDA_CHECK(cudaMemset(out, 0, 1 << 16));
    int launch = 0;
    for (const Operation& operation : kOperations) {
        for (const NamedPattern& pattern : kPatterns) {
            int offsets[32];
            for (int lane = 0; lane < 32; ++lane) offsets[lane] = pattern.offset(lane, operation.width);
            CUDA_CHECK(cudaMemcpy(table, offsets, sizeof offsets, cudaMemcpyHostToDevice));
            std::printf("%d,%s,%s,%d\n", launch++, operation.name, pattern.name, operation.width);
            operation.kernel<<<1, 32>>>(out, table);
            CUDA_CHECK(cudaGetLastError());
            CUDA_CHECK(cudaDeviceSynchronize());
        }
    }
    CUDA_CHECK(cudaFree(table));
    CUDA_CHECK(cudaFree(out));
    return 0;
}
