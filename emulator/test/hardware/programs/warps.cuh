// Lanes that talk to each other, and patterns in shared memory whose every access the compiler has to keep.
#pragma once

#include <cooperative_groups.h>

#include "emulator/test/hardware/programs/recorded.cuh"

namespace kernels {

// Each warp moves its positive elements to the front of its part, and says how many there are.
__global__ void compact(const int* in, int* out, int* counts, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    const int value = i < n ? in[i] : 0;
    const bool keep = i < n && value % 3 != 0;
    const unsigned kept = __ballot_sync(0xffffffffu, keep);
    if (keep) out[i - lane + __popc(kept & ((1u << lane) - 1))] = value;
    if (lane == 0 && i < n) counts[i / 32] = __popc(kept);
}

__global__ void shuffle_every_way(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i < n ? in[i] : -1;
    value += 3 * __shfl_sync(0xffffffffu, value, value & 31);
    value ^= 5 * __shfl_up_sync(0xffffffffu, value, 3, 16);
    value -= 7 * __shfl_down_sync(0xffffffffu, value, 1, 8);
    value += __shfl_xor_sync(0xffffffffu, value, 9);
    if (i < n) out[i] = value;
}

__global__ void vote_every_way(const int* in, unsigned* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned inside = __ballot_sync(0xffffffffu, i < n);
    if (i >= n) return;
    const int value = in[i];
    int all_equal = 0;
    unsigned result =
        __match_any_sync(inside, value % 4) + 3 * __match_all_sync(inside, value / 900, &all_equal);
    result += all_equal + 2 * __all_sync(inside, value > 10) + 4 * __any_sync(inside, value > 980);
    result ^=
        __reduce_add_sync(inside, static_cast<unsigned>(value)) + __reduce_max_sync(inside, value - 500);
    result ^= __reduce_xor_sync(inside, static_cast<unsigned>(value) << 8);
    out[i] = result;
}

// Sums of eight lanes each, through a group's own shuffles.
__global__ void sum_of_tiles(const int* in, int* out, int n) {
    namespace cg = cooperative_groups;
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = i < n ? in[i] : 0;
    for (int distance = tile.size() / 2; distance > 0; distance /= 2) sum += tile.shfl_xor(sum, distance);
    if (tile.thread_rank() == 0 && i < n) out[i / 8] = sum;
}

// Words at a stride in shared memory: 1, 2, 4, 8, 16, 32 ways of conflict for powers of two, none for odd strides.
__global__ void strided_words(const int* in, int* out, int stride) {
    __shared__ volatile int tile[32 * 33];
    const int x = threadIdx.x;
    tile[x * stride] = in[x];
    __syncwarp();
    out[x] = tile[(31 - x) * stride];
}

__global__ void strided_doubles(const double* in, double* out, int stride) {
    __shared__ volatile double tile[32 * 17];
    const int x = threadIdx.x;
    tile[x * stride] = in[x];
    __syncwarp();
    out[x] = tile[(31 - x) * stride];
}

__global__ void strided_bytes(const unsigned char* in, unsigned char* out, int stride) {
    __shared__ volatile unsigned char tile[32 * 128];
    const int x = threadIdx.x;
    tile[x * stride] = in[x];
    __syncwarp();
    out[x] = tile[(31 - x) * stride];
}

// A picture tile read along its columns; only the padding differs.
template <int kPad>
__global__ void padded_columns(const float* in, float* out) {
    __shared__ volatile float tile[32][32 + kPad];
    for (int row = threadIdx.y; row < 32; row += blockDim.y)
        tile[row][threadIdx.x] = in[row * 32 + threadIdx.x];
    __syncthreads();
    for (int row = threadIdx.y; row < 32; row += blockDim.y)
        out[row * 32 + threadIdx.x] = tile[threadIdx.x][row];
}

__global__ void dynamic_reverse(const short* in, short* out, int n) {
    extern __shared__ short words[];
    for (int x = threadIdx.x; x < n; x += blockDim.x) words[x] = in[x];
    __syncthreads();
    for (int x = threadIdx.x; x < n; x += blockDim.x) out[x] = words[n - 1 - x];
}

// Counters in shared memory that few or many threads want at once.
__global__ void contended_counters(unsigned long long* out, int counters) {
    __shared__ unsigned long long count[64];
    if (threadIdx.x < 64) count[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&count[threadIdx.x % counters], static_cast<unsigned long long>(threadIdx.x));
    __syncthreads();
    if (threadIdx.x < 64) out[blockIdx.x * 64 + threadIdx.x] = count[threadIdx.x];
}

inline void run_warps() {
    for (const int n : kSizes) {
        const int blocks = blocks_for(n, 64);
        const auto in = random_elements<int>(n, 1000, 80);
        auto out = zeros<int>(n), counts = zeros<int>(blocks_for(n, 32));
        auto votes = zeros<unsigned>(n);
        compact<<<blocks, 64>>>(in.data(), out.data(), counts.data(), n);
        record("compact", n, out, counts);
        shuffle_every_way<<<blocks, 64>>>(in.data(), out.data(), n);
        record("shuffle_every_way", n, out);
        vote_every_way<<<blocks, 64>>>(in.data(), votes.data(), n);
        record("vote_every_way", n, votes);
        sum_of_tiles<<<blocks, 64>>>(in.data(), out.data(), n);
        record("sum_of_tiles", n, out);
    }
}

inline void run_shared_patterns() {
    for (const int stride : {1, 2, 3, 4, 8, 16, 32, 33}) {
        const auto in = random_elements<int>(32, 1000, 81);
        auto out = zeros<int>(32);
        strided_words<<<1, 32>>>(in.data(), out.data(), stride);
        record("strided_words", stride, out);
    }
    for (const int stride : {1, 2, 3, 8, 17}) {
        const auto in = random_elements<double>(32, 1000, 82);
        auto out = zeros<double>(32);
        strided_doubles<<<1, 32>>>(in.data(), out.data(), stride);
        record("strided_doubles", stride, out);
    }
    for (const int stride : {1, 3, 4, 64, 128}) {
        const auto in = random_elements<unsigned char>(32, 256, 83);
        auto out = zeros<unsigned char>(32);
        strided_bytes<<<1, 32>>>(in.data(), out.data(), stride);
        record("strided_bytes", stride, out);
    }
    const auto in = random_floats(1024, 84);
    auto out = zeros<float>(1024);
    padded_columns<0><<<1, dim3(32, 8)>>>(in.data(), out.data());
    record("padded_columns", 0, out);
    padded_columns<1><<<1, dim3(32, 8)>>>(in.data(), out.data());
    record("padded_columns", 1, out);
    padded_columns<2><<<1, dim3(32, 8)>>>(in.data(), out.data());
    record("padded_columns", 2, out);
    for (const int n : {1, 33, 1000}) {
        const auto words = random_elements<short>(n, 30000, 85);
        auto reversed = zeros<short>(n);
        dynamic_reverse<<<1, 96, n * sizeof(short)>>>(words.data(), reversed.data(), n);
        record("dynamic_reverse", n, reversed);
    }
    for (const int counters : {1, 7, 64}) {
        auto counts = zeros<unsigned long long>(2 * 64);
        contended_counters<<<2, 128>>>(counts.data(), counters);
        record("contended_counters", counters, counts);
    }
}

}  // namespace kernels
