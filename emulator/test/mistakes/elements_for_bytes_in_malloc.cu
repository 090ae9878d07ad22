// cudaMalloc counts bytes, not elements.
// says: out of bounds
// says: right behind 1000 bytes
// advice: cudaMalloc counts bytes: n * sizeof(float)
#include <cuda_runtime.h>

__global__ void fill(float* data, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) data[x] = 1;  // cause
}

int main() {
    float* data;
#ifdef CURED
    cudaMalloc(&data, 1000 * sizeof(float));
#else
    cudaMalloc(&data, 1000);
#endif
    fill<<<4, 256>>>(data, 1000);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(data);
    return error == cudaSuccess ? 0 : 1;
}
