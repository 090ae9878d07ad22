// Reads of memory that nobody has written, in global and shared memory, in every width.
#pragma once

#include "emulator/test/corpus/programs/bounds.cuh"

namespace corpus {

// case: read_unwritten_* | uninitialised | global | * | launches
template <bool wrong, class T>
__global__ void read_unwritten(const T* in, T* out) {
    out[threadIdx.x] = in[threadIdx.x];  // finds: uninitialised, global
}
template <bool wrong, class T>
void run_read_unwritten() {
    gpu::Buffer<T> in(kCount);
    auto out = zeros<T>(kCount);
    CUDA_CHECK(cudaMemset(in.data(), 0, (wrong ? kCount - 1 : kCount) * sizeof(T)));
    read_unwritten<wrong><<<1, kCount>>>(in.data(), out.data());
    finish();
}

// case: add_to_unwritten | uninitialised | global | atomic | launches
template <bool wrong>
__global__ void add_to_unwritten(int* counts) {
    atomicAdd(&counts[threadIdx.x % 4], 1);  // finds: uninitialised, global
}
template <bool wrong>
void run_add_to_unwritten() {
    gpu::Buffer<int> counts(4);
    if (!wrong) counts.fill_bytes(0);
    add_to_unwritten<wrong><<<1, kCount>>>(counts.data());
    finish();
}

// case: partly_written_word | uninitialised | global | 4 | launches
// Three bytes of a word are written, four are read and counted with.
template <bool wrong>
__global__ void write_bytes(unsigned char* pixels) {
    if (wrong ? threadIdx.x % 4 != 3 : true) pixels[threadIdx.x] = 1;
}
template <bool wrong>
__global__ void read_words(const unsigned* words, unsigned* out) {
    out[threadIdx.x] = __popc(words[threadIdx.x]);  // finds: uninitialised, global
}
template <bool wrong>
void run_partly_written_word() {
    gpu::Buffer<unsigned> words(kCount / 4);
    auto out = zeros<unsigned>(kCount / 4);
    write_bytes<wrong><<<1, kCount>>>(reinterpret_cast<unsigned char*>(words.data()));
    read_words<false><<<1, kCount / 4>>>(words.data(), out.data());
    finish();
}

// case: unwritten_by_one_block | uninitialised | global | 4 | grid
// A grid too small leaves the last block's part unwritten, which the next launch reads.
template <bool wrong>
__global__ void fill_with_index(int* data) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    data[x] = x;
}
template <bool wrong>
__global__ void reverse(const int* in, int* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    out[x] = in[n - 1 - x];  // finds: uninitialised, global
}
template <bool wrong>
void run_unwritten_by_one_block() {
    gpu::Buffer<int> data(3 * kCount), out(3 * kCount);
    fill_with_index<wrong><<<wrong ? 2 : 3, kCount>>>(data.data());
    reverse<wrong><<<3, kCount>>>(data.data(), out.data(), 3 * kCount);
    finish();
}

// case: copied_to_the_host_unwritten | uninitialised | global | 4 | launches
// The grid is one block too small, and the host takes what it finds for a result.
template <bool wrong>
void run_copied_to_the_host_unwritten() {
    gpu::Buffer<int> data(3 * kCount);
    std::vector<int> host(3 * kCount);
    fill_with_index<false><<<wrong ? 2 : 3, kCount>>>(data.data());
    finish();
    // finds: uninitialised, host
    CUDA_CHECK(cudaMemcpy(host.data(), data.data(), host.size() * sizeof(int), cudaMemcpyDeviceToHost));
}

// case: copied_within_the_device_unwritten | uninitialised | global | 4 | launches
// A copy within the device carries what was never written along, to whoever uses it.
template <bool wrong>
__global__ void read_the_copy(const unsigned* words, unsigned* out) {
    out[threadIdx.x] = words[threadIdx.x];  // finds: uninitialised, global
}
template <bool wrong>
void run_copied_within_the_device_unwritten() {
    gpu::Buffer<unsigned> from(kCount), to(kCount);
    auto out = zeros<unsigned>(kCount);
    to.fill_bytes(0);
    if (!wrong) from.fill_bytes(0);
    CUDA_CHECK(cudaMemcpy(to.data(), from.data(), kCount * sizeof(unsigned), cudaMemcpyDeviceToDevice));
    read_the_copy<false><<<1, kCount>>>(to.data(), out.data());
    finish();
}

// case: shared_read_unwritten_* | uninitialised | shared | * | warps
template <bool wrong, class T>
__global__ void shared_read_unwritten(T* out) {
    __shared__ T tile[kCount];
    if (threadIdx.x < (wrong ? kCount - 1 : kCount)) tile[threadIdx.x] = T{};
    __syncthreads();
    out[threadIdx.x] = tile[kCount - 1 - threadIdx.x];  // finds: uninitialised, shared
}
template <bool wrong, class T>
void run_shared_read_unwritten() {
    auto out = zeros<T>(kCount);
    shared_read_unwritten<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: shared_add_to_unwritten | uninitialised | shared | atomic | warps
template <bool wrong>
__global__ void shared_add_to_unwritten(int* out) {
    __shared__ int counts[4];
    if (threadIdx.x < (wrong ? 3 : 4)) counts[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&counts[threadIdx.x % 4], 1);  // finds: uninitialised, shared
    __syncthreads();
    if (threadIdx.x < 4) out[threadIdx.x] = counts[threadIdx.x];  // finds: uninitialised, shared
}
template <bool wrong>
void run_shared_add_to_unwritten() {
    auto out = zeros<int>(4);
    shared_add_to_unwritten<wrong><<<1, kCount>>>(out.data());
    finish();
}

// case: shared_from_the_block_before | uninitialised | shared | 4 | grid
// Every block but the first relies on what the block before it left in shared memory.
template <bool wrong>
__global__ void shared_from_the_block_before(int* out) {
    __shared__ int tile[kCount];
    if (!wrong || blockIdx.x == 0) tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * kCount + threadIdx.x] = tile[threadIdx.x ^ 1];  // finds: uninitialised, shared
}
template <bool wrong>
void run_shared_from_the_block_before() {
    auto out = zeros<int>(3 * kCount);
    shared_from_the_block_before<wrong><<<3, kCount>>>(out.data());
    finish();
}

}  // namespace corpus
