// cudaMalloc was forgotten: the kernel gets a null pointer.
// says: out of bounds
// says: a null pointer
// advice: Give the kernel an address: one that cudaMalloc
#include <cuda_runtime.h>

__global__ void fill(float* data, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) data[x] = 1;  // cause
}

int main() {
    float* data = nullptr;
#ifdef CURED
    cudaMalloc(&data, 1000 * sizeof(float));
#endif
    fill<<<4, 256>>>(data, 1000);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(data);
    return error == cudaSuccess ? 0 : 1;
}
