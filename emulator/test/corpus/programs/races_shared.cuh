// Races in shared memory: between lanes of a warp, which need __syncwarp between them, and between warps, which need
// __syncthreads. Memory is filled first, so that a race is all that is wrong.
#pragma once

#include "emulator/test/corpus/programs/bounds.cuh"

namespace corpus {

// case: shared_lanes_read_early_* | race | shared | * | warp
template <bool wrong, class T>
__global__ void shared_lanes_read_early(const T* in, T* out) {
    __shared__ T tile[32];
    const int x = threadIdx.x;
    tile[x] = T{};
    __syncwarp();
    tile[x] = in[x];  // finds: race, shared
    if (!wrong) __syncwarp();
    out[x] = tile[x ^ 1];  // finds: race, shared
}
template <bool wrong, class T>
void run_shared_lanes_read_early() {
    auto in = zeros<T>(32), out = zeros<T>(32);
    shared_lanes_read_early<wrong><<<1, 32>>>(in.data(), out.data());
    finish();
}

// case: shared_warps_read_early_* | race | shared | * | warps
template <bool wrong, class T>
__global__ void shared_warps_read_early(const T* in, T* out) {
    __shared__ T tile[kCount];
    const int x = threadIdx.x;
    tile[x] = T{};
    __syncthreads();
    tile[x] = in[x];  // finds: race, shared
    if (!wrong) __syncthreads();
    out[x] = tile[kCount - 1 - x];  // finds: race, shared
}
template <bool wrong, class T>
void run_shared_warps_read_early() {
    auto in = zeros<T>(kCount), out = zeros<T>(kCount);
    shared_warps_read_early<wrong><<<1, kCount>>>(in.data(), out.data());
    finish();
}

// case: shared_lanes_overwrite_* | race | shared | * | warp
template <bool wrong, class T>
__global__ void shared_lanes_overwrite(const T* in, T* out) {
    __shared__ T tile[32];
    const int x = threadIdx.x;
    tile[x] = in[x];
    __syncwarp();
    out[x] = tile[x ^ 1];  // finds: race, shared
    if (!wrong) __syncwarp();
    tile[x] = T{};  // finds: race, shared
}
template <bool wrong, class T>
void run_shared_lanes_overwrite() {
    auto in = zeros<T>(32), out = zeros<T>(32);
    shared_lanes_overwrite<wrong><<<1, 32>>>(in.data(), out.data());
    finish();
}

// case: shared_warps_overwrite_* | race | shared | * | warps
template <bool wrong, class T>
__global__ void shared_warps_overwrite(const T* in, T* out) {
    __shared__ T tile[kCount];
    const int x = threadIdx.x;
    tile[x] = in[x];
    __syncthreads();
    out[x] = tile[kCount - 1 - x];  // finds: race, shared
    if (!wrong) __syncthreads();
    tile[x] = T{};  // finds: race, shared
}
template <bool wrong, class T>
void run_shared_warps_overwrite() {
    auto in = zeros<T>(kCount), out = zeros<T>(kCount);
    shared_warps_overwrite<wrong><<<1, kCount>>>(in.data(), out.data());
    finish();
}

// case: shared_lanes_of_two_tiles | race | shared | 4 | warp
// Each half of the warp has met; the neighbour is in the other one.
template <bool wrong>
__global__ void shared_lanes_of_two_tiles(int* out) {
    __shared__ int tile[32];
    const int x = threadIdx.x;
    tile[x] = x;  // finds: race, shared
    __syncwarp(x < 16 ? 0x0000ffff : 0xffff0000);
    out[x] = tile[wrong ? 31 - x : x ^ 1];  // finds: race, shared
}
template <bool wrong>
void run_shared_lanes_of_two_tiles() {
    auto out = zeros<int>(32);
    shared_lanes_of_two_tiles<wrong><<<1, 32>>>(out.data());
    finish();
}

// case: shared_lanes_write_twice | race | shared | 4 | warp
template <bool wrong>
__global__ void shared_lanes_write_twice(int* out) {
    __shared__ int tile[32];
    const int x = threadIdx.x;
    tile[x] = 0;
    __syncwarp();
    tile[wrong ? x / 2 : x] = x;  // finds: race, shared
    __syncwarp();
    out[x] = tile[x];
}
template <bool wrong>
void run_shared_lanes_write_twice() {
    auto out = zeros<int>(32);
    shared_lanes_write_twice<wrong><<<1, 32>>>(out.data());
    finish();
}

// case: shared_warps_write_twice | race | shared | 4 | warps
template <bool wrong>
__global__ void shared_warps_write_twice(int* out) {
    __shared__ int tile[kCount];
    const int x = threadIdx.x;
    tile[x] = 0;
    __syncthreads();
    tile[wrong ? x % 32 : x] = x;  // finds: race, shared
    __syncthreads();
    out[x] = tile[x];
}
template <bool wrong>
void run_shared_warps_write_twice() {
    auto out = zeros<int>(kCount);
    shared_warps_write_twice<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: shared_lanes_add_early | race | shared | atomic | warp
template <bool wrong>
__global__ void shared_lanes_add_early(int* out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;  // finds: race, shared
    if (!wrong) __syncwarp();
    if (threadIdx.x % 2 == 1) atomicAdd(&count, 1);  // finds: race, shared
    __syncwarp();
    if (threadIdx.x == 0) *out = count;
}
template <bool wrong>
void run_shared_lanes_add_early() {
    auto out = zeros<int>(1);
    shared_lanes_add_early<wrong><<<1, 32>>>(out.data());
    finish();
}

// case: shared_warps_add_late | race | shared | atomic | warps
template <bool wrong>
__global__ void shared_warps_add_late(int* out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    atomicAdd(&count, 1);  // finds: race, shared
    if (!wrong) __syncthreads();
    if (threadIdx.x == 0) *out = count;  // finds: race, shared
}
template <bool wrong>
void run_shared_warps_add_late() {
    auto out = zeros<int>(1);
    shared_warps_add_late<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: shared_flag_of_everybody | race | shared | 4 | warps
// Threads that all write the same value may: the order does not matter.
template <bool wrong>
__global__ void shared_flag_of_everybody(int* out) {
    __shared__ int changed;
    if (threadIdx.x == 0) changed = 0;
    __syncthreads();
    if (threadIdx.x % 3 == 0) changed = wrong ? threadIdx.x : 1;  // finds: race, shared
    __syncthreads();
    if (threadIdx.x == 0) *out = changed;
}
template <bool wrong>
void run_shared_flag_of_everybody() {
    auto out = zeros<int>(1);
    shared_flag_of_everybody<wrong><<<1, kCount>>>(out.data());
    finish();
}

}  // namespace corpus
