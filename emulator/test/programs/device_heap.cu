// malloc, free, new and delete in kernels. Without an argument each case prints "name ok", or the line of the first thing that
// is wrong. With one, it runs a case that goes wrong: comments mark the lines that the messages have to name.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

#include "emulator/test/programs/cases.hpp"

namespace {

constexpr int kThreads = 77;

// Each thread's block has another size, and holds the thread's number.
__global__ void allocate(int** blocks) {
    const int i = threadIdx.x;
    int* const block = static_cast<int*>(malloc((i + 1) * sizeof(int)));
    for (int k = 0; k <= i; ++k) block[k] = 1000 * i + k;
    blocks[i] = block;
}

// Another thread, in another launch, reads and frees.
__global__ void sum_and_free(int** blocks, int* sums) {
    const int i = blockDim.x - 1 - threadIdx.x;
    int sum = 0;
    for (int k = 0; k <= i; ++k) sum += blocks[i][k];
    sums[i] = sum;
    free(blocks[i]);
}

bool blocks_live_on_after_the_launch() {
    int **blocks = nullptr, *sums = nullptr;
    OK(cudaMalloc(&blocks, kThreads * sizeof(int*)));
    OK(cudaMallocManaged(&sums, kThreads * sizeof(int)));
    allocate<<<1, kThreads>>>(blocks);
    sum_and_free<<<1, kThreads>>>(blocks, sums);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < kThreads; ++i) EXPECT(sums[i] == 1000 * i * (i + 1) + i * (i + 1) / 2);
    OK(cudaFree(blocks));
    OK(cudaFree(sums));
    return true;
}

// A list of objects with a destructor, made and ended by each thread.
struct Link {
    int value;
    Link* next;
    int* ended;
    __device__ Link(int value, Link* next, int* ended) : value(value), next(next), ended(ended) {}
    __device__ ~Link() { atomicAdd(ended, 1); }
};
__global__ void lists(int* sums, int* ended) {
    Link* list = nullptr;
    for (int k = 0; k < 10; ++k) list = new Link(k * threadIdx.x, list, ended);
    int sum = 0;
    while (list) {
        Link* const next = list->next;
        sum += list->value;
        delete list;
        list = next;
    }
    int* const numbers = new int[3];
    for (int k = 0; k < 3; ++k) numbers[k] = k;
    sums[threadIdx.x] = sum + numbers[2];
    delete[] numbers;
    delete[] static_cast<int*>(nullptr);
}

bool objects_with_destructors() {
    int* sums = nullptr;
    OK(cudaMallocManaged(&sums, (kThreads + 1) * sizeof(int)));
    sums[kThreads] = 0;
    lists<<<1, kThreads>>>(sums, sums + kThreads);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < kThreads; ++i) EXPECT(sums[i] == 45 * i + 2);
    EXPECT(sums[kThreads] == 10 * kThreads);
    OK(cudaFree(sums));
    return true;
}

__global__ void fill_the_heap(int* count, int bytes) {
    void* last = nullptr;
    int n = 0;
    for (void** block; (block = static_cast<void**>(malloc(bytes))) != nullptr; ++n) {
        *block = last;
        last = block;
    }
    *count = n;
    while (last) {
        void* const next = *static_cast<void**>(last);
        free(last);
        last = next;
    }
}

bool a_full_heap_gives_null() {
    int* count = nullptr;
    size_t limit = 0;
    OK(cudaMallocManaged(&count, sizeof(int)));
    OK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    for (int round = 0; round < 2; ++round) {  // all blocks are free again
        *count = -1;
        fill_the_heap<<<1, 1>>>(count, 100'000);
        OK(cudaDeviceSynchronize());
        EXPECT(*count >
               0);  // the heap may be larger than the limit, and what a block costs is not documented
    }
    EXPECT(cudaDeviceSetLimit(cudaLimitMallocHeapSize, limit * 2) == cudaErrorInvalidValue);
    cudaGetLastError();
    OK(cudaFree(count));
    return true;
}

// The blocks of 100000 bytes that the heap has room for.
void show_room() {
    int* count = nullptr;
    cudaMallocManaged(&count, sizeof(int));
    fill_the_heap<<<1, 1>>>(count, 100'000);
    cudaDeviceSynchronize();
    std::printf("%d\n", *count);
    cudaFree(count);
}

// What goes wrong.
__global__ void past_the_end(int** place) {
    int* const block = static_cast<int*>(malloc(10 * sizeof(int)));
    block[threadIdx.x] = 1;  // past_the_end
    *place = block;
}
__global__ void use_after_free(int** place) {
    int* const block = static_cast<int*>(malloc(16));
    block[0] = 1;
    free(block);
    *place = block + block[0];  // use_after_free
}
__global__ void double_free(int** place) {
    *place = static_cast<int*>(malloc(16));
    free(*place);
    free(*place);  // double_free
}
__global__ void free_of_other_memory(int** place) {
    free(place);  // free_of_other_memory
}
__global__ void unwritten(int** place) {
    int* const block = static_cast<int*>(malloc(16));
    if (block[1] == 3) *place = nullptr;  // unwritten
}
__global__ void leak(int** place) {
    *place = static_cast<int*>(malloc(24));  // leak
}

cudaError_t copied(int** place) {
    int *block = nullptr, value = 0;
    leak<<<1, 1>>>(place);
    cudaMemcpy(&block, place, sizeof block, cudaMemcpyDeviceToHost);
    return cudaMemcpy(&value, block, sizeof value, cudaMemcpyDeviceToHost);
}
cudaError_t freed_by_the_host(int** place) {
    int* block = nullptr;
    leak<<<1, 1>>>(place);
    cudaMemcpy(&block, place, sizeof block, cudaMemcpyDeviceToHost);
    return cudaFree(block);
}

cudaError_t run(const char* name, int** place) {
    const auto is = [name](const char* other) { return std::strcmp(name, other) == 0; };
    if (is("copied")) return copied(place);
    if (is("freed_by_the_host")) return freed_by_the_host(place);
    if (is("past_the_end")) past_the_end<<<1, 32>>>(place);
    if (is("use_after_free")) use_after_free<<<1, 1>>>(place);
    if (is("double_free")) double_free<<<1, 1>>>(place);
    if (is("free_of_other_memory")) free_of_other_memory<<<1, 1>>>(place);
    if (is("unwritten")) unwritten<<<1, 1>>>(place);
    if (is("leak")) leak<<<1, 1>>>(place);
    return cudaDeviceSynchronize();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::strcmp(argv[1], "room") == 0) {
        show_room();
        return 0;
    }
    if (argc > 1) {
        int** place = nullptr;
        cudaMalloc(&place, sizeof *place);
        std::printf("%s\n", cudaGetErrorName(run(argv[1], place)));
        cudaFree(place);
        return 0;
    }
    std::printf("blocks_live_on_after_the_launch %s\n", blocks_live_on_after_the_launch() ? "ok" : "");
    std::printf("objects_with_destructors %s\n", objects_with_destructors() ? "ok" : "");
    std::printf("a_full_heap_gives_null %s\n", a_full_heap_gives_null() ? "ok" : "");
    return 0;
}
