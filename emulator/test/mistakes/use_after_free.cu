// The memory is freed before the last kernel that uses it.
// says: use after free
// advice: Call cudaFree after the last kernel that uses the memory
#include <cuda_runtime.h>

__global__ void scale(float* data, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) data[x] *= 2;  // cause
}

int main() {
    float* data;
    cudaMalloc(&data, 1000 * sizeof(float));
    cudaMemset(data, 0, 1000 * sizeof(float));
    scale<<<4, 256>>>(data, 1000);
#ifndef CURED
    cudaFree(data);
#endif
    scale<<<4, 256>>>(data, 1000);
    const cudaError_t error = cudaDeviceSynchronize();
#ifdef CURED
    cudaFree(data);
#endif
    return error == cudaSuccess ? 0 : 1;
}
