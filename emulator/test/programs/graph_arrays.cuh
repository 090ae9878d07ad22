// What the cases of graphs.cu share: checks that name the line, and arrays that are poisoned.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

// What a program prints that was built with an older toolkit, whose header declares the calls about graphs otherwise.
constexpr const char* kNeedsNewer = "needs CUDA 13";

namespace {

#define EXPECT(condition)                                             \
    if (!(condition)) {                                               \
        std::printf("(line %d: %s is wrong) ", __LINE__, #condition); \
        return false;                                                 \
    }
#define EXPECT_ERROR(call, error)                                                       \
    if (const cudaError_t answer = (call); answer != (error)) {                         \
        std::printf("(line %d: %s is %s) ", __LINE__, #call, cudaGetErrorName(answer)); \
        return false;                                                                   \
    }
#define OK(call) EXPECT_ERROR(call, cudaSuccess)

__global__ void fill(int* out, int n, int value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = value + i;
}

constexpr int kSize = 1031;  // no multiple of a warp

const dim3 kGrid((kSize + 127) / 128), kBlock(128);

// Three device arrays and an array of the host, all poisoned.
struct Arrays {
    int *a = nullptr, *b = nullptr, *c = nullptr;
    std::vector<int> host = std::vector<int>(kSize, -7);
    Arrays() {
        for (int** array : {&a, &b, &c}) {
            cudaMalloc(array, kSize * sizeof(int));
            cudaMemset(*array, 0xAB, kSize * sizeof(int));
        }
        cudaDeviceSynchronize();  // some cases use them in streams that do not wait for the default one
    }
    ~Arrays() {
        for (int* array : {a, b, c}) cudaFree(array);
    }
    std::vector<int> read(const int* array) const {
        std::vector<int> out(kSize, -1);
        cudaMemcpy(out.data(), array, kSize * sizeof(int), cudaMemcpyDeviceToHost);
        return out;
    }
};

template <class Of>
std::vector<int> expected(Of&& of) {
    std::vector<int> out(kSize);
    for (int i = 0; i < kSize; ++i) out[i] = of(i);
    return out;
}

}  // namespace
