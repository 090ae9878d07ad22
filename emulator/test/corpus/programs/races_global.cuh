// Races in global memory: between lanes of a warp, warps of a block, blocks of a grid, and launches in two streams.
#pragma once

#include "emulator/test/corpus/programs/bounds.cuh"

namespace corpus {

// case: lanes_read_early_* | race | global | * | warp
template <bool wrong, class T>
__global__ void lanes_read_early(T* data, T* out) {
    const int x = threadIdx.x;
    data[x] = T{};  // finds: race, global
    if (!wrong) __syncwarp();
    out[x] = data[x ^ 1];  // finds: race, global
}
template <bool wrong, class T>
void run_lanes_read_early() {
    auto data = zeros<T>(32), out = zeros<T>(32);
    lanes_read_early<wrong><<<1, 32>>>(data.data(), out.data());
    finish();
}

// case: warps_read_early_* | race | global | * | warps
template <bool wrong, class T>
__global__ void warps_read_early(T* data, T* out) {
    const int x = threadIdx.x;
    data[x] = T{};  // finds: race, global
    if (!wrong) __syncthreads();
    out[x] = data[kCount - 1 - x];  // finds: race, global
}
template <bool wrong, class T>
void run_warps_read_early() {
    auto data = zeros<T>(kCount), out = zeros<T>(kCount);
    warps_read_early<wrong><<<1, kCount>>>(data.data(), out.data());
    finish();
}

// case: blocks_read_early_* | race | global | * | grid
template <bool wrong, class T>
__global__ void blocks_read_early(T* data, T* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    data[x] = T{};                         // finds: race, global
    __syncthreads();                       // a barrier of one block
    out[x] = data[wrong ? n - 1 - x : x];  // finds: race, global
}
template <bool wrong, class T>
void run_blocks_read_early() {
    const int n = 4 * kCount;
    auto data = zeros<T>(n), out = zeros<T>(n);
    blocks_read_early<wrong><<<4, kCount>>>(data.data(), out.data(), n);
    finish();
}

// case: blocks_overwrite | race | global | 4 | grid
template <bool wrong>
__global__ void blocks_overwrite(const int* in, int* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) out[x] = in[x] + in[(x + kCount) % n];  // finds: race, global
}
template <bool wrong>
void run_blocks_overwrite() {
    const int n = 4 * kCount;
    auto in = counted<int>(n), out = zeros<int>(n);
    blocks_overwrite<wrong><<<4, kCount>>>(in.data(), wrong ? in.data() : out.data(), n);
    finish();
}

// case: lanes_of_two_tiles | race | global | 4 | warp
// Each eight lanes have met; the partner is in another eight.
template <bool wrong>
__global__ void lanes_of_two_tiles(int* data, int* out) {
    const int x = threadIdx.x;
    data[x] = x;  // finds: race, global
    __syncwarp(0xffu << (x / 8 * 8));
    out[x] = data[wrong ? x ^ 8 : x ^ 4];  // finds: race, global
}
template <bool wrong>
void run_lanes_of_two_tiles() {
    auto data = zeros<int>(32), out = zeros<int>(32);
    lanes_of_two_tiles<wrong><<<1, 32>>>(data.data(), out.data());
    finish();
}

// case: lanes_write_twice | race | global | 4 | warp
template <bool wrong>
__global__ void lanes_write_twice(int* out) {
    const int x = threadIdx.x;
    out[wrong ? x / 2 : x] = x;  // finds: race, global
}
template <bool wrong>
void run_lanes_write_twice() {
    auto out = zeros<int>(32);
    lanes_write_twice<wrong><<<1, 32>>>(out.data());
    finish();
}

// case: warps_overwrite | race | global | 4 | warps
template <bool wrong>
__global__ void warps_overwrite(int* data, int* out) {
    const int x = threadIdx.x;
    out[x] = data[kCount - 1 - x];  // finds: race, global
    if (!wrong) __syncthreads();
    data[x] = x;  // finds: race, global
}
template <bool wrong>
void run_warps_overwrite() {
    auto data = counted<int>(kCount), out = zeros<int>(kCount);
    warps_overwrite<wrong><<<1, kCount>>>(data.data(), out.data());
    finish();
}

// case: blocks_write_twice | race | global | 4 | grid
template <bool wrong>
__global__ void blocks_write_twice(int* out) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    out[wrong ? threadIdx.x : x] = x;  // finds: race, global
}
template <bool wrong>
void run_blocks_write_twice() {
    auto out = zeros<int>(4 * kCount);
    blocks_write_twice<wrong><<<4, kCount>>>(out.data());
    finish();
}

// case: lanes_add_early | race | global | atomic | warp
template <bool wrong>
__global__ void lanes_add_early(int* count) {
    if (threadIdx.x == 0) *count = 0;  // finds: race, global
    if (!wrong) __syncwarp();
    if (threadIdx.x % 2 == 1) atomicAdd(count, 1);  // finds: race, global
}
template <bool wrong>
void run_lanes_add_early() {
    auto count = zeros<int>(1);
    lanes_add_early<wrong><<<1, 32>>>(count.data());
    finish();
}

// case: warps_add_late | race | global | atomic | warps
template <bool wrong>
__global__ void warps_add_late(int* count, int* out) {
    atomicAdd(count, 1);  // finds: race, global
    if (!wrong) __syncthreads();
    if (threadIdx.x == 0) *out = *count;  // finds: race, global
}
template <bool wrong>
void run_warps_add_late() {
    auto count = zeros<int>(1), out = zeros<int>(1);
    warps_add_late<wrong><<<1, kCount>>>(count.data(), out.data());
    finish();
}

// case: blocks_add_early | race | global | atomic | grid
// One block sets the counter to zero that all blocks count with.
template <bool wrong>
__global__ void blocks_add_early(int* count) {
    if (wrong && blockIdx.x == 0 && threadIdx.x == 0) *count = 0;  // finds: race, global
    __syncthreads();
    atomicAdd(count, 1);  // finds: race, global
}
template <bool wrong>
void run_blocks_add_early() {
    auto count = zeros<int>(1);
    blocks_add_early<wrong><<<4, kCount>>>(count.data());
    finish();
}

// case: flag_of_everybody | race | global | 4 | grid
// Threads that all write the same value may: the order does not matter.
template <bool wrong>
__global__ void flag_of_everybody(const int* data, int* changed) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (data[x] > 40) *changed = wrong ? x : 1;  // finds: race, global
}
template <bool wrong>
void run_flag_of_everybody() {
    const auto data = counted<int>(4 * kCount);
    auto changed = zeros<int>(1);
    flag_of_everybody<wrong><<<4, kCount>>>(data.data(), changed.data());
    finish();
}

// case: tiles_move_down | race | global | 4 | grid
// Each block moves its tile to the place of the one before it, when that block says that it has read it. It needs no fence
// for what was only read, but all its threads must have read.
template <bool wrong>
__global__ void tiles_move_down(int* tiles, volatile int* has_read) {
    const int value = tiles[blockIdx.x * blockDim.x + threadIdx.x];  // finds: race, global
    if (!wrong) __syncthreads();
    if (threadIdx.x == 0) has_read[blockIdx.x] = 1;
    if (blockIdx.x == 0) return;
    if (threadIdx.x == 0)
        while (has_read[blockIdx.x - 1] == 0) {
        }
    __syncthreads();
    tiles[(blockIdx.x - 1) * blockDim.x + threadIdx.x] = value;  // finds: race, global
}
template <bool wrong>
void run_tiles_move_down() {
    auto tiles = zeros<int>(4 * kCount), has_read = zeros<int>(4);
    tiles_move_down<wrong><<<4, kCount>>>(tiles.data(), has_read.data());
    finish();
}

// case: streams_read_early_* | race | global | * | launches
template <bool wrong, class T>
__global__ void write_in_stream(T* data) {
    data[threadIdx.x] = T{};  // finds: race, global
}
template <bool wrong, class T>
__global__ void read_in_stream(const T* data, T* out) {
    out[threadIdx.x] = data[threadIdx.x];  // finds: race, global
}
template <bool wrong, class T>
void run_streams_read_early() {
    auto data = zeros<T>(kCount), out = zeros<T>(kCount);
    cudaStream_t first, second;
    CUDA_CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    CUDA_CHECK(cudaDeviceSynchronize());
    write_in_stream<wrong><<<1, kCount, 0, first>>>(data.data());
    read_in_stream<wrong><<<1, kCount, 0, wrong ? second : first>>>(data.data(), out.data());
    finish();
    CUDA_CHECK(cudaStreamDestroy(first));
    CUDA_CHECK(cudaStreamDestroy(second));
}

// case: streams_add_early | race | global | atomic | launches
template <bool wrong>
__global__ void clear_in_stream(int* count) {
    *count = 0;  // finds: race, global
}
template <bool wrong>
__global__ void add_in_stream(int* count) {
    atomicAdd(count, 1);  // finds: race, global
}
template <bool wrong>
void run_streams_add_early() {
    auto count = zeros<int>(1);
    cudaStream_t first, second;
    CUDA_CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    CUDA_CHECK(cudaDeviceSynchronize());
    clear_in_stream<wrong><<<1, 1, 0, first>>>(count.data());
    add_in_stream<wrong><<<1, kCount, 0, wrong ? second : first>>>(count.data());
    finish();
    CUDA_CHECK(cudaStreamDestroy(first));
    CUDA_CHECK(cudaStreamDestroy(second));
}

}  // namespace corpus
