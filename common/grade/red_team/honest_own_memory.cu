// 02.1, solved: scratch memory on the device that it frees, dynamic shared memory with its attribute set, a look at the device, and an
// error that it provokes and clears.
#include <cuda_runtime.h>

#include <cassert>
#include <cstddef>
#include <stdexcept>

extern __shared__ float tile[];

static __global__ void transposed(float* out, const float* in, std::size_t rows, std::size_t cols,
                                  unsigned* blocks) {
    const std::size_t first_row = blockIdx.y * 32, first_col = blockIdx.x * 32;
    tile[threadIdx.y * 33 + threadIdx.x] = in[(first_row + threadIdx.y) * cols + first_col + threadIdx.x];
    __syncthreads();
    out[(first_col + threadIdx.y) * rows + first_row + threadIdx.x] = tile[threadIdx.x * 33 + threadIdx.y];
    assert(threadIdx.x < 32 && blocks != nullptr);
}

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess || properties.warpSize != 32)
        throw std::runtime_error("no warps of 32");
    if (cudaSetDevice(99) == cudaSuccess) throw std::runtime_error("too many devices");
    static_cast<void>(cudaGetLastError());
    unsigned* blocks = nullptr;
    if (cudaMalloc(&blocks, sizeof *blocks) != cudaSuccess) throw std::runtime_error("no memory");
    const std::size_t bytes = 32 * 33 * sizeof(float);
    cudaFuncSetAttribute(transposed, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
    transposed<<<dim3(static_cast<unsigned>(cols / 32), static_cast<unsigned>(rows / 32)), dim3(32, 32),
                 bytes>>>(out, in, rows, cols, blocks);
    if (cudaGetLastError() != cudaSuccess || cudaFree(blocks) != cudaSuccess)
        throw std::runtime_error("not launched");
}
