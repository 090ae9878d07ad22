// Barriers that not everybody reaches who has to. On a GPU some of these wait for ever, others go on with a wrong result.
#pragma once

#include <cooperative_groups.h>

#include "emulator/test/corpus/programs/bounds.cuh"

namespace corpus {

// case: barrier_in_a_branch | barrier | - | - | warps
// A part of the threads waits at the first barrier while the rest waits at the second.
template <bool wrong>
__global__ void barrier_in_a_branch(int* out) {
    __shared__ int tile[kCount];
    const int x = threadIdx.x;
    tile[x] = x;
    if (wrong ? x < 40 : x < 2 * kCount) __syncthreads();  // finds: barrier, -
    out[x] = 1;
    __syncthreads();  // finds: barrier, -
    out[x] = tile[kCount - 1 - x];
}
template <bool wrong>
void run_barrier_in_a_branch() {
    auto out = zeros<int>(kCount);
    barrier_in_a_branch<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: barrier_in_a_branch_of_a_warp | barrier | - | - | warp
template <bool wrong>
__global__ void barrier_in_a_branch_of_a_warp(int* out) {
    const int x = threadIdx.x;
    if (wrong ? x % 2 == 0 : x >= 0) __syncthreads();  // finds: barrier, -
    out[x] = x;
    __syncthreads();  // finds: barrier, -
}
template <bool wrong>
void run_barrier_in_a_branch_of_a_warp() {
    auto out = zeros<int>(32);
    barrier_in_a_branch_of_a_warp<wrong><<<1, 32>>>(out.data());
    finish();
}

// case: barriers_on_one_line | barrier | - | - | warp
// Both arms have a barrier, but not the same one.
template <bool wrong>
__global__ void barriers_on_one_line(int* out) {
    const int x = threadIdx.x;
    void((wrong ? x % 2 == 0 : x >= 0) ? (__syncthreads(), 1) : (__syncthreads(), 2));  // finds: barrier, -
    out[x] = x;
}
template <bool wrong>
void run_barriers_on_one_line() {
    auto out = zeros<int>(32);
    barriers_on_one_line<wrong><<<1, 32>>>(out.data());
    finish();
}

// case: barrier_of_too_many | barrier | - | - | warps
// A named barrier waits for 96 threads of a block of 64.
template <bool wrong>
__global__ void barrier_of_too_many(int* out) {
    asm volatile("bar.sync 1, %0;" ::"r"(wrong ? 96 : kCount) : "memory");  // finds: barrier, -
    out[threadIdx.x] = threadIdx.x;
}
template <bool wrong>
void run_barrier_of_too_many() {
    auto out = zeros<int>(kCount);
    barrier_of_too_many<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: barrier_of_a_part_of_a_warp | barrier | - | - | warp
// The count of a named barrier is a number of whole warps.
template <bool wrong>
__global__ void barrier_of_a_part_of_a_warp(int* out) {
    asm volatile("bar.sync 1, %0;" ::"r"(wrong ? 40 : kCount) : "memory");  // finds: barrier, -
    out[threadIdx.x] = threadIdx.x;
}
template <bool wrong>
void run_barrier_of_a_part_of_a_warp() {
    auto out = zeros<int>(kCount);
    barrier_of_a_part_of_a_warp<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: barrier_nobody_arrives | barrier | - | - | warps
// Consumers wait for producers that arrive at another barrier.
template <bool wrong>
__global__ void barrier_nobody_arrives(int* out) {
    __shared__ int tile[32];
    const int x = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        tile[x] = x;
        __threadfence_block();
        asm volatile("bar.arrive %0, 64;" ::"r"(wrong ? 2 : 1) : "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");  // finds: barrier, -
        out[x] = tile[31 - x];
    }
}
template <bool wrong>
void run_barrier_nobody_arrives() {
    auto out = zeros<int>(32);
    barrier_nobody_arrives<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: warp_barrier_of_others | shuffle | - | - | warp
// Lanes call a barrier that does not count them.
template <bool wrong>
__global__ void warp_barrier_of_others(int* out) {
    const int x = threadIdx.x;
    out[x] = x;
    __syncwarp(wrong ? 0x0000ffffu : 0xffffffffu);  // finds: shuffle, -
}
template <bool wrong>
void run_warp_barrier_of_others() {
    auto out = zeros<int>(32);
    warp_barrier_of_others<wrong><<<1, 32>>>(out.data());
    finish();
}

// case: grid_barrier_of_some | barrier | - | - | grid
// The last block does not come to the barrier of the grid.
template <bool wrong>
__global__ void grid_barrier_of_some(int* out) {
    out[blockIdx.x] = blockIdx.x;
    if (wrong && blockIdx.x == gridDim.x - 1) return;
    cooperative_groups::this_grid().sync();  // finds: barrier, -
}
template <bool wrong>
void run_grid_barrier_of_some() {
    auto out = zeros<int>(4);
    int* data = out.data();
    void* arguments[] = {&data};
    CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&grid_barrier_of_some<wrong>),
                                           dim3(4), dim3(1), arguments, 0, nullptr));
    finish();
}

}  // namespace corpus
