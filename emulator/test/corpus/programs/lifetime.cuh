// Memory that is dead, freed in a wrong way, or never freed.
#pragma once

#include <optional>

#include "emulator/test/corpus/programs/bounds.cuh"

namespace corpus {

// case: read_after_free_* | use after free | global | * | launches
template <bool wrong, class T>
__global__ void read_after_free(const T* in, T* out) {
    out[threadIdx.x] = in[threadIdx.x];  // finds: use after free, global
}
template <bool wrong, class T>
void run_read_after_free() {
    std::optional<gpu::Buffer<T>> in(zeros<T>(kCount));
    auto out = zeros<T>(kCount);
    const T* kept = in->data();
    if (wrong) in.reset();
    read_after_free<wrong><<<1, kCount>>>(kept, out.data());
    finish();
}

// case: write_after_free_* | use after free | global | * | launches
template <bool wrong, class T>
__global__ void write_after_free(T* out) {
    out[threadIdx.x] = T{};  // finds: use after free, global
}
template <bool wrong, class T>
void run_write_after_free() {
    std::optional<gpu::Buffer<T>> out(zeros<T>(kCount));
    T* kept = out->data();
    if (wrong) out.reset();
    write_after_free<wrong><<<1, kCount>>>(kept);
    finish();
}

// case: atomic_after_free | use after free | global | atomic | launches
template <bool wrong>
__global__ void atomic_after_free(int* counts) {
    atomicAdd(&counts[threadIdx.x], 1);  // finds: use after free, global
}
template <bool wrong>
void run_atomic_after_free() {
    std::optional<gpu::Buffer<int>> counts(zeros<int>(kCount));
    int* kept = counts->data();
    if (wrong) counts.reset();
    atomic_after_free<wrong><<<1, kCount>>>(kept);
    finish();
}

// case: read_after_free_in_stream | use after free | global | 4 | launches
template <bool wrong>
__global__ void read_pooled(const int* in, int* out) {
    out[threadIdx.x] = in[threadIdx.x];  // finds: use after free, global
}
inline void free_once(void*& memory) {
    if (memory != nullptr) CUDA_CHECK(cudaFreeAsync(memory, nullptr));
    memory = nullptr;
}
template <bool wrong>
void run_read_after_free_in_stream() {
    auto out = zeros<int>(kCount);
    void* in = nullptr;
    CUDA_CHECK(cudaMallocAsync(&in, kCount * sizeof(int), nullptr));
    CUDA_CHECK(cudaMemsetAsync(in, 0, kCount * sizeof(int), nullptr));
    const int* kept = static_cast<const int*>(in);
    if (wrong) free_once(in);
    read_pooled<wrong><<<1, kCount>>>(kept, out.data());
    free_once(in);
    finish();
}

// case: free_twice | bad free | global | - | launches
template <bool wrong>
void run_free_twice() {
    void *first = nullptr, *second = nullptr;
    CUDA_CHECK(cudaMalloc(&first, 100));
    CUDA_CHECK(cudaMalloc(&second, 100));
    CUDA_CHECK(cudaFree(first));
    CUDA_CHECK(cudaFree(wrong ? first : second));  // finds: bad free, host
}

// case: free_in_the_middle | bad free | global | - | launches
template <bool wrong>
void run_free_in_the_middle() {
    char* memory = nullptr;
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&memory), 100));
    CUDA_CHECK(cudaFree(memory + (wrong ? 4 : 0)));  // finds: bad free, host
}

// case: free_host_memory | bad free | global | - | launches
template <bool wrong>
void run_free_host_memory() {
    static int on_the_host;
    void* on_the_device = nullptr;
    CUDA_CHECK(cudaMalloc(&on_the_device, 100));
    CUDA_CHECK(cudaFree(wrong ? &on_the_host : on_the_device));  // finds: bad free, host
}

// case: free_pinned_twice | bad free | global | - | launches
template <bool wrong>
void run_free_pinned_twice() {
    void *first = nullptr, *second = nullptr;
    CUDA_CHECK(cudaMallocHost(&first, 100));
    CUDA_CHECK(cudaMallocHost(&second, 100));
    CUDA_CHECK(cudaFreeHost(first));
    CUDA_CHECK(cudaFreeHost(wrong ? first : second));  // finds: bad free, host
}

// case: free_in_stream_twice | bad free | global | - | launches
template <bool wrong>
void run_free_in_stream_twice() {
    void *first = nullptr, *second = nullptr;
    CUDA_CHECK(cudaMallocAsync(&first, 100, nullptr));
    CUDA_CHECK(cudaMallocAsync(&second, 100, nullptr));
    CUDA_CHECK(cudaFreeAsync(first, nullptr));
    CUDA_CHECK(cudaFreeAsync(wrong ? first : second, nullptr));  // finds: bad free, host
    finish();
}

// case: never_freed | leak | global | - | launches
template <bool wrong>
void run_never_freed() {
    void* memory = nullptr;
    CUDA_CHECK(cudaMalloc(&memory, 100));  // finds: leak, host
    if (!wrong) CUDA_CHECK(cudaFree(memory));
}

// case: never_freed_in_stream | leak | global | - | launches
template <bool wrong>
void run_never_freed_in_stream() {
    void* memory = nullptr;
    CUDA_CHECK(cudaMallocAsync(&memory, 100, nullptr));  // finds: leak, host
    if (!wrong) CUDA_CHECK(cudaFreeAsync(memory, nullptr));
    finish();
}

// case: never_freed_pitched | leak | global | - | launches
template <bool wrong>
void run_never_freed_pitched() {
    void* memory = nullptr;
    std::size_t pitch = 0;
    CUDA_CHECK(cudaMallocPitch(&memory, &pitch, 100, 3));  // finds: leak, host
    if (!wrong) CUDA_CHECK(cudaFree(memory));
}

}  // namespace corpus
