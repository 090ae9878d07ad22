// Accesses at addresses that are no multiple of their width: half an element too far.
#pragma once

#include "emulator/test/corpus/programs/bounds.cuh"

namespace corpus {

// case: read_between_* | misaligned | global | * | lane
template <bool wrong, class T>
__global__ void read_between(const char* bytes, T* out) {
    const T* in = reinterpret_cast<const T*>(bytes + (wrong ? sizeof(T) / 2 : 0));
    out[threadIdx.x] = in[threadIdx.x];  // finds: misaligned, global
}
template <bool wrong, class T>
void run_read_between() {
    auto bytes = zeros<char>((kCount + 1) * sizeof(T));
    auto out = zeros<T>(kCount);
    read_between<wrong><<<1, kCount>>>(bytes.data(), out.data());
    finish();
}

// case: write_between_* | misaligned | global | * | lane
template <bool wrong, class T>
__global__ void write_between(char* bytes) {
    T* out = reinterpret_cast<T*>(bytes + (wrong ? sizeof(T) / 2 : 0));
    out[threadIdx.x] = T{};  // finds: misaligned, global
}
template <bool wrong, class T>
void run_write_between() {
    auto bytes = zeros<char>((kCount + 1) * sizeof(T));
    write_between<wrong, T><<<1, kCount>>>(bytes.data());
    finish();
}

// case: atomic_between | misaligned | global | atomic | lane
template <bool wrong>
__global__ void atomic_between(char* bytes) {
    int* counts = reinterpret_cast<int*>(bytes + (wrong ? 2 : 0));
    atomicAdd(&counts[threadIdx.x], 1);  // finds: misaligned, global
}
template <bool wrong>
void run_atomic_between() {
    auto bytes = zeros<char>((kCount + 1) * sizeof(int));
    atomic_between<wrong><<<1, kCount>>>(bytes.data());
    finish();
}

// case: shared_read_between_* | misaligned | shared | * | lane
template <bool wrong, class T>
__global__ void shared_read_between(T* out) {
    __shared__ T tile[kCount + 1];
    for (int x = threadIdx.x; x <= kCount; x += blockDim.x) tile[x] = T{};
    __syncthreads();
    const char* bytes = reinterpret_cast<const char*>(tile) + (wrong ? sizeof(T) / 2 : 0);
    out[threadIdx.x] = reinterpret_cast<const T*>(bytes)[threadIdx.x];  // finds: misaligned, shared
}
template <bool wrong, class T>
void run_shared_read_between() {
    auto out = zeros<T>(kCount);
    shared_read_between<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: shared_write_between_* | misaligned | shared | * | lane
template <bool wrong, class T>
__global__ void shared_write_between(T* out) {
    __shared__ T tile[kCount + 1];
    char* bytes = reinterpret_cast<char*>(tile) + (wrong ? sizeof(T) / 2 : 0);
    reinterpret_cast<T*>(bytes)[threadIdx.x] = T{};  // finds: misaligned, shared
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];
}
template <bool wrong, class T>
void run_shared_write_between() {
    auto out = zeros<T>(kCount);
    shared_write_between<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: shared_atomic_between | misaligned | shared | atomic | lane
template <bool wrong>
__global__ void shared_atomic_between(int* out) {
    __shared__ int counts[kCount + 1];
    for (int x = threadIdx.x; x <= kCount; x += blockDim.x) counts[x] = 0;
    __syncthreads();
    char* bytes = reinterpret_cast<char*>(counts) + (wrong ? 2 : 0);
    atomicAdd(&reinterpret_cast<int*>(bytes)[threadIdx.x], 1);  // finds: misaligned, shared
    __syncthreads();
    out[threadIdx.x] = counts[threadIdx.x];
}
template <bool wrong>
void run_shared_atomic_between() {
    auto out = zeros<int>(kCount);
    shared_atomic_between<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: local_read_between_* | misaligned | local | * | lane
template <bool wrong, class T>
__global__ void local_read_between(const int* place, T* out) {
    T list[9];
    for (int k = 0; k < 9; ++k) list[place[k]] = T{};
    escape(list);
    const char* bytes = reinterpret_cast<const char*>(list) + (wrong ? sizeof(T) / 2 : 0);
    out[threadIdx.x] = reinterpret_cast<const T*>(bytes)[place[threadIdx.x % 8]];  // finds: misaligned, local
}
template <bool wrong, class T>
void run_local_read_between() {
    const gpu::Buffer<int> place(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8});
    auto out = zeros<T>(kCount);
    local_read_between<wrong><<<1, kCount>>>(place.data(), out.data());
    finish();
}

// case: constant_between_* | misaligned | const | * | lane
template <bool wrong, class T>
__global__ void constant_between(T* out) {
    const char* bytes = reinterpret_cast<const char*>(constant_table<T>) + (wrong ? sizeof(T) / 2 : 0);
    out[threadIdx.x] = reinterpret_cast<const T*>(bytes)[threadIdx.x % 7];  // finds: misaligned, const
}
template <bool wrong, class T>
void run_constant_between() {
    auto out = zeros<T>(kCount);
    constant_between<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: parameter_between_* | misaligned | param | * | lane
template <bool wrong, class T>
__global__ void parameter_between(const __grid_constant__ Eight<T> eight, T* out) {
    const char* bytes = reinterpret_cast<const char*>(eight.value) + (wrong ? sizeof(T) / 2 : 0);
    out[threadIdx.x] = reinterpret_cast<const T*>(bytes)[threadIdx.x % 7];  // finds: misaligned, param
}
template <bool wrong, class T>
void run_parameter_between() {
    auto out = zeros<T>(kCount);
    parameter_between<wrong><<<1, kCount>>>(Eight<T>{}, out.data());
    finish();
}

}  // namespace corpus
