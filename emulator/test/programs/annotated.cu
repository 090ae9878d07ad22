// A transpose whose arrays have names, for the tests of traces and of simt view. Without the emulator, and where no memory can be
// had, the names are told to nobody, and it says so.
#include <cuda_runtime.h>

#include <cstdio>

#include "common/cuda/annotate.hpp"

constexpr int kRows = 40, kCols = 24, kTile = 32;

// With `beyond`, a row too many.
__global__ void transpose(float* out, const float* in, int beyond) {
    __shared__ float tile[kTile][kTile + 1];
    const int row = blockIdx.y * kTile + threadIdx.y, col = threadIdx.x;
    if (row < kRows + beyond && col < kCols) tile[threadIdx.y][col] = in[row * kCols + col];
    __syncthreads();
    if (row < kRows && col < kCols) out[col * kRows + row] = tile[threadIdx.y][col];
}

int main(int count, char**) {
    float *in = nullptr, *out = nullptr;
    const bool usable = cudaMalloc(&in, kRows * kCols * sizeof(float)) == cudaSuccess &&
                        cudaMalloc(&out, kRows * kCols * sizeof(float)) == cudaSuccess;
    simt::annotate(in, kRows, kCols, "in");
    simt::annotate(out, kCols, kRows, "the transpose");
    simt::annotate(out + 4 * kRows, 4 * kRows, "rows 4 to 7");
    if (!usable) {
        std::puts("no device");
        return 0;
    }
    cudaMemset(in, 0, kRows * kCols * sizeof(float));
    const dim3 block(kTile, kTile), grid(1, 2);
    transpose<<<grid, block>>>(out, in, count > 1 ? 1 : 0);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
