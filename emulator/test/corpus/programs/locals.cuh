// Local variables and arrays that a thread reads before it has given them a value.
#pragma once

#include "emulator/test/corpus/programs/bounds.cuh"

namespace corpus {

// case: local_read_unwritten_* | uninitialised | local | * | lane
template <bool wrong, class T>
__global__ void local_read_unwritten(const int* places, T* out) {
    T mine[8];
    for (int k = 0; k < (wrong ? 7 : 8); ++k) mine[places[k]] = T{};
    out[threadIdx.x] = mine[(threadIdx.x + places[0]) % 8];  // finds: uninitialised, local
}
inline gpu::Buffer<int> places_in_order() {
    int places[8];
    for (int k = 0; k < 8; ++k) places[k] = k;
    gpu::Buffer<int> buffer(8);
    CUDA_CHECK(cudaMemcpy(buffer.data(), places, sizeof places, cudaMemcpyHostToDevice));
    return buffer;
}
template <bool wrong, class T>
void run_local_read_unwritten() {
    const auto places = places_in_order();
    auto out = zeros<T>(kCount);
    local_read_unwritten<wrong><<<1, kCount>>>(places.data(), out.data());
    finish();
}

// case: set_in_one_branch | uninitialised | register | 4 | lane
// Elements below the threshold leave the weight without a value.
template <bool wrong>
__global__ void set_in_one_branch(const int* in, int* out) {
    int weight;
    if (in[threadIdx.x] >= (wrong ? 4 : 0)) weight = 2 * in[threadIdx.x + 1];
    out[threadIdx.x] = weight + 1;  // finds: uninitialised, register
}
template <bool wrong>
void run_set_in_one_branch() {
    const auto in = places_in_order();
    auto out = zeros<int>(kCount);
    set_in_one_branch<wrong><<<1, 7>>>(in.data(), out.data());
    finish();
}

// case: best_of_nothing | uninitialised | register | 4 | lane
// No element is above the bound, so no index has been noted.
template <bool wrong>
__global__ void best_of_nothing(const int* in, int n, int* out) {
    int best, place;
    bool any = false;
    for (int k = 0; k < n; ++k)
        if (in[k] > (wrong ? 100 : 2) && (!any || in[k] > best)) {
            best = in[k];
            place = k;
            any = true;
        }
    out[threadIdx.x] = place;  // finds: uninitialised, register
}
template <bool wrong>
void run_best_of_nothing() {
    const auto in = places_in_order();
    auto out = zeros<int>(kCount);
    best_of_nothing<wrong><<<1, kCount>>>(in.data(), 8, out.data());
    finish();
}

// case: edge_stores_what_it_did_not_load | uninitialised | shared | 4 | lane
// Threads past the end of the data store a variable without a value, which is harmless, and the sum takes it, which is not.
template <bool wrong>
__global__ void edge_stores_what_it_did_not_load(const int* in, int n, int* out) {
    __shared__ int tile[kCount];
    int value;
    if (threadIdx.x < n) value = in[threadIdx.x];
    tile[threadIdx.x] = value;
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < (wrong ? n + 1 : n); ++k) sum += tile[k];  // finds: uninitialised, shared
    out[threadIdx.x] = sum;
}
template <bool wrong>
void run_edge_stores_what_it_did_not_load() {
    const auto in = places_in_order();
    auto out = zeros<int>(kCount);
    edge_stores_what_it_did_not_load<wrong><<<1, kCount>>>(in.data(), 8, out.data());
    finish();
}

}  // namespace corpus
