// The driver's and the runtime's API in one program: handles, memory, streams and the primary context are the same. Prints
// "right" for each agreement, else what is wrong.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "common/cuda/check.hpp"

constexpr unsigned kCount = 1000;

__device__ int increment = 5;

__global__ void add(int* data, unsigned n) {
    const unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) data[k] += increment;
}

__global__ void past_the_end(int* data) { data[kCount + threadIdx.x] = 1; }

namespace {

void check(bool right, const char* what) { std::printf("%s: %s\n", what, right ? "right" : "wrong"); }

void contexts() {
    CUcontext before = nullptr, current = nullptr, primary = nullptr;
    check(cuCtxGetCurrent(&before) == CUDA_ERROR_NOT_INITIALIZED, "the driver before any call");
    CUDA_CHECK(cudaFree(nullptr));
    check(cuCtxGetCurrent(&current) == CUDA_SUCCESS && current != nullptr,
          "the runtime makes a context current");
    cuDevicePrimaryCtxRetain(&primary, 0);
    check(current == primary, "it is the primary one");
    cuDevicePrimaryCtxRelease(0);
    CUcontext created = nullptr;
    int* data = nullptr;
    cuCtxCreate(&created, nullptr, 0, 0);
    CUDA_CHECK(cudaMalloc(&data, 4));
    cuCtxGetCurrent(&current);
    check(current == created, "the runtime stays in a context that the driver created");
    check(cuCtxDestroy(created) == CUDA_SUCCESS, "it is destroyed");
    check(cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == nullptr, "no context is current");
    CUDA_CHECK(cudaFree(nullptr));
    check(cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == primary,
          "the runtime returns to the primary one");
}

void launches() {
    int* data = nullptr;
    cudaStream_t stream = nullptr;
    cudaFunction_t function = nullptr;
    CUDA_CHECK(cudaMalloc(&data, kCount * sizeof(int)));
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(add)));
    const auto address = reinterpret_cast<CUdeviceptr>(data);
    check(cuMemsetD32(address, 10, kCount) == CUDA_SUCCESS, "cuMemsetD32 of cudaMalloc's memory");
    unsigned n = kCount;
    void* arguments[] = {&data, &n};
    check(cuLaunchKernel(function, 8, 1, 1, 128, 1, 1, 0, stream, arguments, nullptr) == CUDA_SUCCESS,
          "cuLaunchKernel of a __global__ function");
    add<<<8, 128, 0, stream>>>(data, n);
    CUmodule module = nullptr;
    CUdeviceptr variable = 0;
    cuFuncGetModule(&module, function);
    check(cuModuleGetGlobal(&variable, nullptr, module, "increment") == CUDA_SUCCESS,
          "a __device__ variable by name");
    void* same = nullptr;
    CUDA_CHECK(cudaGetSymbolAddress(&same, increment));
    check(same == reinterpret_cast<void*>(variable), "its address");
    std::vector<int> values(kCount);
    check(cuStreamSynchronize(stream) == CUDA_SUCCESS, "cuStreamSynchronize of cudaStreamCreate's stream");
    CUDA_CHECK(cudaMemcpy(values.data(), data, kCount * sizeof(int), cudaMemcpyDeviceToHost));
    unsigned wrong = 0;
    for (const int value : values) wrong += value != 20;
    check(wrong == 0, "what both launches made");
    check(cuMemFree(address) == CUDA_SUCCESS, "cuMemFree of cudaMalloc's memory");
    CUDA_CHECK(cudaStreamDestroy(stream));
}

void entry_points() {
    void* found = nullptr;
    cudaDriverEntryPointQueryResult result;
    CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuMemAlloc", &found, 12000, cudaEnableDefault, &result));
    check(found == reinterpret_cast<void*>(cuMemAlloc),
          "cudaGetDriverEntryPointByVersion finds libcuda's function");
    void* same = nullptr;
    cuGetProcAddress("cuMemAlloc", &same, 12000, 0, nullptr);
    check(found == same, "so does cuGetProcAddress");
}

void errors() {
    CUdeviceptr none = 0;
    check(cuMemAlloc(&none, 0) == CUDA_ERROR_INVALID_VALUE, "an error of the driver");
    check(cudaPeekAtLastError() == cudaSuccess, "the runtime does not remember it");
    int* data = nullptr;
    CUDA_CHECK(cudaMalloc(&data, kCount * sizeof(int)));
    past_the_end<<<1, 1>>>(data);
    check(cuCtxSynchronize() == CUDA_ERROR_ILLEGAL_ADDRESS, "the driver tells of a kernel's fault");
    check(cuMemAlloc(&none, 4) == CUDA_ERROR_ILLEGAL_ADDRESS, "again");
    check(cudaDeviceSynchronize() == cudaErrorIllegalAddress, "so does the runtime");
}

}  // namespace

int main() {
    contexts();
    launches();
    entry_points();
    errors();
}
