// Writes to memory that kernels can only read. The compiler sees through a plain cast and refuses it; a function that it may
// not inline hides where the pointer comes from.
#pragma once

#include "emulator/test/corpus/programs/bounds.cuh"

namespace corpus {

// case: write_constant_* | write to constant | const | * | lane
template <class T>
__device__ __noinline__ void write_through(T* target) {
    *target = T{};  // finds: write to constant, const
}
template <bool wrong, class T>
__global__ void write_constant(T* out) {
    T* target = wrong ? constant_table<T> : out;
    write_through(&target[threadIdx.x % 8]);
    if (threadIdx.x < 8) out[8 + threadIdx.x] = constant_table<T>[threadIdx.x];
}
template <bool wrong, class T>
void run_write_constant() {
    auto out = zeros<T>(16);
    write_constant<wrong><<<1, 8>>>(out.data());
    finish();
}

// case: add_to_constant | write to constant | const | atomic | lane
__device__ __noinline__ void add_through(unsigned* target) {
    atomicAdd(target, 1u);  // finds: write to constant, const
}
template <bool wrong>
__global__ void add_to_constant(unsigned* out) {
    unsigned* target = wrong ? constant_table<unsigned> : out;
    add_through(&target[threadIdx.x % 8]);
    if (threadIdx.x < 8) out[8 + threadIdx.x] = constant_table<unsigned>[threadIdx.x];
}
template <bool wrong>
void run_add_to_constant() {
    auto out = zeros<unsigned>(16);
    add_to_constant<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: write_parameter_* | write to constant | param | * | lane
template <class T>
__device__ __noinline__ void write_parameter_through(T* target) {
    *target = T{};  // finds: write to constant, param
}
template <bool wrong, class T>
__global__ void write_parameter(const __grid_constant__ Eight<T> eight, T* out) {
    T* target = wrong ? const_cast<T*>(eight.value) : out;
    write_parameter_through(&target[threadIdx.x]);
    out[8 + threadIdx.x] = eight.value[threadIdx.x];
}
template <bool wrong, class T>
void run_write_parameter() {
    auto out = zeros<T>(16);
    write_parameter<wrong><<<1, 8>>>(Eight<T>{}, out.data());
    finish();
}

}  // namespace corpus
