// The second file of built.cu: device-linked with it, or included.
#include <cuda_runtime.h>

#include "emulator/test/programs/built_parts.cuh"

__device__ int other_count = 0;
__constant__ int other_constant[3] = {5, 7, 11};

static __device__ int next(int x) { return x + 1; }
static __device__ int previous(int x) { return x - 1; }
__device__ Function other_functions[2] = {next, previous};

__device__ int other_square(int x) { return x * x; }
__device__ int other_apply(Function function, int x) { return next(function(x)); }

static __global__ void sum_up(int* sum) { atomicAdd(sum, static_cast<int>(threadIdx.x)); }

int other_run() {
    int* sum = nullptr;
    cudaMallocManaged(&sum, sizeof(int));
    *sum = 0;
    sum_up<<<1, 100>>>(sum);
    const int result = cudaDeviceSynchronize() == cudaSuccess ? *sum : -1;
    cudaFree(sum);
    return result;
}
