// Accesses outside of an array, in every space and width: one element too far.
#pragma once

#include "emulator/test/corpus/programs/cases.cuh"

namespace corpus {

// Keeps the compiler from reasoning about what an array holds.
template <class T>
__device__ void escape(T* array) {
    asm volatile("" ::"l"(array) : "memory");
}

constexpr int kCount = 64;  // elements of every array here, threads of every block

// case: read_past_end_* | out of bounds | global | * | lane
template <bool wrong, class T>
__global__ void read_past_end(const T* in, T* out) {
    const int x = threadIdx.x;
    out[x] = in[wrong ? x + 1 : x];  // finds: out of bounds, global
}
template <bool wrong, class T>
void run_read_past_end() {
    auto in = zeros<T>(kCount), out = zeros<T>(kCount);
    read_past_end<wrong><<<1, kCount>>>(in.data(), out.data());
    finish();
}

// case: write_past_end_* | out of bounds | global | * | lane
template <bool wrong, class T>
__global__ void write_past_end(T* out) {
    const int x = threadIdx.x;
    out[wrong ? x + 1 : x] = T{};  // finds: out of bounds, global
}
template <bool wrong, class T>
void run_write_past_end() {
    auto out = zeros<T>(kCount);
    write_past_end<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: atomic_past_end | out of bounds | global | atomic | lane
template <bool wrong>
__global__ void atomic_past_end(int* counts) {
    const int x = threadIdx.x;
    atomicAdd(&counts[wrong ? x + 1 : x], 1);  // finds: out of bounds, global
}
template <bool wrong>
void run_atomic_past_end() {
    auto counts = zeros<int>(kCount);
    atomic_past_end<wrong><<<1, kCount>>>(counts.data());
    finish();
}

// case: block_past_end | out of bounds | global | 4 | grid
template <bool wrong>
__global__ void block_past_end(int* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (wrong || x < n) out[x] = x;  // finds: out of bounds, global
}
template <bool wrong>
void run_block_past_end() {
    auto out = zeros<int>(3 * kCount - 5);
    block_past_end<wrong><<<3, kCount>>>(out.data(), 3 * kCount - 5);
    finish();
}

// case: shared_read_past_end_* | out of bounds | shared | * | lane
template <bool wrong, class T>
__global__ void shared_read_past_end(T* out) {
    __shared__ T tile[kCount];
    const int x = threadIdx.x;
    tile[x] = T{};
    __syncthreads();
    out[x] = tile[wrong ? x + 1 : x];  // finds: out of bounds, shared
}
template <bool wrong, class T>
void run_shared_read_past_end() {
    auto out = zeros<T>(kCount);
    shared_read_past_end<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: shared_write_past_end_* | out of bounds | shared | * | lane
template <bool wrong, class T>
__global__ void shared_write_past_end(T* out) {
    __shared__ T tile[kCount];
    const int x = threadIdx.x;
    tile[wrong ? x + 1 : x] = T{};  // finds: out of bounds, shared
    __syncthreads();
    out[x] = tile[x];
}
template <bool wrong, class T>
void run_shared_write_past_end() {
    auto out = zeros<T>(kCount);
    shared_write_past_end<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: shared_atomic_past_end | out of bounds | shared | atomic | lane
template <bool wrong>
__global__ void shared_atomic_past_end(int* out) {
    __shared__ int counts[kCount];
    const int x = threadIdx.x;
    counts[x] = 0;
    __syncthreads();
    atomicAdd(&counts[wrong ? x + 1 : x], 1);  // finds: out of bounds, shared
    __syncthreads();
    out[x] = counts[x];
}
template <bool wrong>
void run_shared_atomic_past_end() {
    auto out = zeros<int>(kCount);
    shared_atomic_past_end<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: local_read_past_end_* | out of bounds | local | * | lane
template <bool wrong, class T>
__global__ void local_read_past_end(const int* place, T* out) {
    T list[8];
    for (int k = 0; k < 8; ++k) list[place[k]] = T{};
    escape(list);
    out[threadIdx.x] = list[place[threadIdx.x % 8] + (wrong ? 1 : 0)];  // finds: out of bounds, local
}
template <bool wrong, class T>
void run_local_read_past_end() {
    const gpu::Buffer<int> place(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});
    auto out = zeros<T>(kCount);
    local_read_past_end<wrong><<<1, kCount>>>(place.data(), out.data());
    finish();
}

// case: local_write_past_end_* | out of bounds | local | * | lane
template <bool wrong, class T>
__global__ void local_write_past_end(const int* place, T* out) {
    T list[8];
    for (int k = 0; k < 8; ++k) list[place[k] + (wrong ? 1 : 0)] = T{};  // finds: out of bounds, local
    out[threadIdx.x] = list[place[7 - threadIdx.x % 7]];
}
template <bool wrong, class T>
void run_local_write_past_end() {
    const gpu::Buffer<int> place(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});
    auto out = zeros<T>(kCount);
    local_write_past_end<wrong><<<1, kCount>>>(place.data(), out.data());
    finish();
}

// case: constant_past_end_* | out of bounds | const | * | lane
template <class T>
__constant__ T constant_table[8];
template <bool wrong, class T>
__global__ void constant_past_end(T* out) {
    const int k = threadIdx.x % 8;
    out[threadIdx.x] = constant_table<T>[wrong ? k + 1 : k];  // finds: out of bounds, const
}
template <bool wrong, class T>
void run_constant_past_end() {
    auto out = zeros<T>(kCount);
    constant_past_end<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: parameter_past_end_* | out of bounds | param | * | lane
template <class T>
struct Eight {
    T value[8];
};
template <bool wrong, class T>
__global__ void parameter_past_end(const __grid_constant__ Eight<T> eight, T* out) {
    const int k = threadIdx.x % 8;
    out[threadIdx.x] = eight.value[wrong ? 1024 + k : k];  // finds: out of bounds, param
}
template <bool wrong, class T>
void run_parameter_past_end() {
    auto out = zeros<T>(kCount);
    parameter_past_end<wrong><<<1, kCount>>>(Eight<T>{}, out.data());
    finish();
}

}  // namespace corpus
