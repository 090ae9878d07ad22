// One program for every way of building: two files of device code, of which the second is included here unless the program
// is device-linked (SEPARATE_FILES). It prints "name ok" for each case. common/make/test_programs.mk says how it is built.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "emulator/test/programs/built_parts.cuh"

#ifndef SEPARATE_FILES
#include "emulator/test/programs/built_second_file.cuh"
#endif

namespace {

__device__ int triple(int x) { return 3 * x; }
__device__ Function own_functions[2] = {triple, nullptr};

// A function, a table of functions and variables of the other file; a pointer to a function of this one goes there.
__global__ void across_files(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int result = other_square(i) + other_constant[i % 3];
    result += other_functions[i % 2](i);
    result += other_apply(own_functions[0], i);
    atomicAdd(&other_count, 1);
    out[i] = result;
}

bool two_files() {
    const int n = 500;
    int *out = nullptr, count = 0;
    if (cudaMallocManaged(&out, n * sizeof(int)) != cudaSuccess) return false;
    across_files<<<4, 128>>>(out, n);
    if (cudaDeviceSynchronize() != cudaSuccess) return false;
    if (cudaMemcpyFromSymbol(&count, other_count, sizeof count) != cudaSuccess || count != n) return false;
    const int constants[3] = {5, 7, 11};
    for (int i = 0; i < n; ++i)
        if (out[i] != i * i + constants[i % 3] + (i % 2 == 0 ? i + 1 : i - 1) + 3 * i + 1) return false;
    return cudaFree(out) == cudaSuccess;
}

__global__ void talk(int n) { printf("thread %d says %s\n", threadIdx.x, n > 1 ? "many" : "one"); }

bool printing() {
    talk<<<1, 2>>>(2);
    return cudaDeviceSynchronize() == cudaSuccess;
}

// Every kernel of the other file is launched from there.
bool kernel_of_the_other_file() { return other_run() == 4950; }

}  // namespace

int main() {
    std::printf("two_files %s\n", two_files() ? "ok" : "wrong");
    std::printf("printing %s\n", printing() ? "ok" : "wrong");
    std::printf("kernel_of_the_other_file %s\n", kernel_of_the_other_file() ? "ok" : "wrong");
    return 0;
}
