// Bugs of order that real programs have had: a barrier too few, a fence too few, a counter without atomics, a copy not waited
// for.
#pragma once

#include "emulator/test/corpus/programs/bounds.cuh"

namespace corpus {

// case: no_barrier_after_loading | race | shared | 4 | warps
// The transpose reads a column of a tile whose rows other warps may not have loaded yet.
template <bool wrong>
__global__ void transpose(const int* in, int* out) {
    __shared__ int tile[32][33];
    const int x = threadIdx.x;
    for (int y = threadIdx.y; y < 32; y += 8) tile[y][x] = 0;
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8) tile[y][x] = in[y * 32 + x];  // finds: race, shared
    if (!wrong) __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8) out[y * 32 + x] = tile[x][y];  // finds: race, shared
}
template <bool wrong>
void run_no_barrier_after_loading() {
    const auto in = counted<int>(1024);
    auto out = zeros<int>(1024);
    transpose<wrong><<<1, dim3(32, 8)>>>(in.data(), out.data());
    finish();
}

// case: no_barrier_before_overwriting | race | shared | 4 | warps
// A reduction's result is read while the next round's values are stored over it.
template <bool wrong>
__global__ void sums_of_rows(const int* in, int* out, int rows) {
    __shared__ int tile[64];
    const int x = threadIdx.x;
    for (int row = 0; row < rows; ++row) {
        tile[x] = in[row * 64 + x];  // finds: race, shared
        for (int distance = 32; distance > 0; distance /= 2) {
            __syncthreads();
            if (x < distance) tile[x] += tile[x + distance];
        }
        __syncthreads();
        if (x == 63) out[row] = tile[0];  // finds: race, shared
        if (!wrong) __syncthreads();
    }
}
template <bool wrong>
void run_no_barrier_before_overwriting() {
    const auto in = counted<int>(5 * 64);
    auto out = zeros<int>(5);
    sums_of_rows<wrong><<<1, 64>>>(in.data(), out.data(), 5);
    finish();
}

// case: double_buffer | race | shared | 4 | warps
// Two buffers need one barrier a round; with it in the first round only, warps run ahead.
template <bool wrong>
__global__ void waves(int* data, int rounds) {
    __shared__ int buffer[2][64];
    const int x = threadIdx.x;
    buffer[0][x] = data[x];  // finds: race, shared
    buffer[1][x] = 0;
    __syncthreads();
    for (int round = 0; round < rounds; ++round) {
        const int from = round % 2, to = 1 - from;
        buffer[to][x] = buffer[from][x] + buffer[from][(x + 1) % 64];  // finds: race, shared
        if (!wrong || round == 0) __syncthreads();
    }
    data[x] = buffer[rounds % 2][x];
}
template <bool wrong>
void run_double_buffer() {
    auto data = counted<int>(64);
    waves<wrong><<<1, 64>>>(data.data(), 4);
    finish();
}

// case: shared_histogram | race | shared | 4 | warps
template <bool wrong>
__global__ void count_in_tile(const unsigned char* values, int n, int* out) {
    __shared__ int bins[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();
    for (int k = threadIdx.x; k < n; k += blockDim.x) {
        int* bin = &bins[values[k] % 16];
        wrong ? static_cast<void>(*bin += 1) : static_cast<void>(atomicAdd(bin, 1));  // finds: race, shared
    }
    __syncthreads();
    if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}
template <bool wrong>
void run_shared_histogram() {
    const auto values = counted<unsigned char>(500, 251);
    auto out = zeros<int>(16);
    count_in_tile<wrong><<<1, 64>>>(values.data(), 500, out.data());
    finish();
}

// case: place_in_a_list | race | shared | 4 | warps
// Threads take places at the end of a list with a counter that is no atomic.
template <bool wrong>
__global__ void list_even(const int* in, int* out) {
    __shared__ int length;
    if (threadIdx.x == 0) length = 0;
    __syncthreads();
    if (in[threadIdx.x] % 2 == 0) {
        const int place = wrong ? length++ : atomicAdd(&length, 1);  // finds: race, shared
        atomicAdd(&out[place], in[threadIdx.x]);
    }
}
template <bool wrong>
void run_place_in_a_list() {
    const auto in = counted<int>(64);
    auto out = zeros<int>(64);
    list_even<wrong><<<1, 64>>>(in.data(), out.data());
    finish();
}

// case: flag_without_fence | race | global | 4 | grid
// One block announces data with a flag, and nothing orders the data before the flag.
template <bool wrong>
__global__ void pass_on(int* data, int* ready, int* out) {
    if (blockIdx.x == 0) {
        *data = 42;  // finds: race, global
        if (!wrong) __threadfence();
        atomicExch(ready, 1);
    } else {
        while (atomicAdd(ready, 0) == 0) {
        }
        __threadfence();
        *out = *data;  // finds: race, global
    }
}
template <bool wrong>
void run_flag_without_fence() {
    auto data = zeros<int>(1), ready = zeros<int>(1), out = zeros<int>(1);
    pass_on<wrong><<<2, 1>>>(data.data(), ready.data(), out.data());
    finish();
}

// case: sums_of_clusters | race | global | 4 | grid
// The points of k-means are added to their centres without atomics.
template <bool wrong>
__global__ void add_to_centres(const float* points, const int* centre_of, float* sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float* sum = &sums[centre_of[i]];
    wrong ? void(*sum += points[i]) : void(atomicAdd(sum, points[i]));  // finds: race, global
}
template <bool wrong>
void run_sums_of_clusters() {
    const int n = 300;
    const auto points = counted<float>(n);
    const auto centre_of = counted<int>(n, 5);
    auto sums = zeros<float>(5);
    add_to_centres<wrong><<<3, 128>>>(points.data(), centre_of.data(), sums.data(), n);
    finish();
}

// case: volatile_counter | race | global | 4 | grid
// A counter is volatile, which keeps the compiler from caching it, and no other thread from coming in between.
template <bool wrong>
__global__ void count_odd(const int* in, volatile int* count, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || in[i] % 2 == 0) return;
    wrong ? void(*count = *count + 1) : void(atomicAdd(const_cast<int*>(count), 1));  // finds: race, global
}
template <bool wrong>
void run_volatile_counter() {
    const int n = 300;
    const auto in = counted<int>(n);
    auto count = zeros<int>(1);
    count_odd<wrong><<<3, 128>>>(in.data(), count.data(), n);
    finish();
}

// case: stencil_in_place | race | global | 8 | grid
// Blocks overwrite the edge that the blocks beside them still read.
template <bool wrong>
__global__ void relax(const double* in, double* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x > 0 && x < n - 1) out[x] = (in[x - 1] + in[x] + in[x + 1]) / 3;  // finds: race, global
}
template <bool wrong>
void run_stencil_in_place() {
    auto in = counted<double>(400), out = zeros<double>(400);
    relax<wrong><<<4, 100>>>(in.data(), wrong ? in.data() : out.data(), 400);
    finish();
}

// case: copy_not_waited_for | race | shared | 4 | lane
// An asynchronous copy into shared memory is read before anybody has waited for it.
template <bool wrong>
__global__ void copy_and_double(const int* in, int* out) {
    __shared__ int tile[64];
    const int x = threadIdx.x;
    const unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(&tile[x]));
    tile[x] = 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(place), "l"(in + x)  // finds: race, shared
                 : "memory");
    if (!wrong) asm volatile("cp.async.wait_all;" ::: "memory");
    out[x] = 2 * tile[x];  // finds: race, shared
}
template <bool wrong>
void run_copy_not_waited_for() {
    const auto in = counted<int>(64);
    auto out = zeros<int>(64);
    copy_and_double<wrong><<<1, 64>>>(in.data(), out.data());
    finish();
}

// case: copy_of_another_thread | race | shared | 16 | warps
// Each thread waits for its own asynchronous copies and then reads another's: that takes a barrier.
template <bool wrong>
__global__ void copy_and_mirror(const uint4* in, uint4* out) {
    __shared__ uint4 tile[64];
    const int x = threadIdx.x;
    const unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(&tile[x]));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place), "l"(in + x)  // finds: race, shared
                 : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    if (!wrong) __syncthreads();
    out[x] = tile[63 - x];  // finds: race, shared
}
template <bool wrong>
void run_copy_of_another_thread() {
    const auto in = zeros<uint4>(64);
    auto out = zeros<uint4>(64);
    copy_and_mirror<wrong><<<1, 64>>>(in.data(), out.data());
    finish();
}

// case: bitonic_steps | race | shared | 4 | warps
// Each step of a sort reads what other warps wrote in the step before.
template <bool wrong>
__global__ void sort_tile(int* data) {
    __shared__ int tile[128];
    const int x = threadIdx.x;
    tile[x] = data[x], tile[x + 64] = data[x + 64];
    __syncthreads();
    for (int size = 2; size <= 128; size *= 2)
        for (int distance = size / 2; distance > 0; distance /= 2) {
            const int low = 2 * x - x % distance, high = low + distance;
            const int a = tile[low], b = tile[high];                            // finds: race, shared
            if ((a > b) == ((low & size) == 0)) tile[low] = b, tile[high] = a;  // finds: race, shared
            if (!wrong || distance > 32) __syncthreads();
        }
    __syncthreads();
    data[x] = tile[x], data[x + 64] = tile[x + 64];
}
template <bool wrong>
void run_bitonic_steps() {
    auto data = counted<int>(128, 61);
    sort_tile<wrong><<<1, 64>>>(data.data());
    finish();
}

}  // namespace corpus
