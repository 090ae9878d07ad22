// The kernel gets the address of an array of the host.
// says: out of bounds
// says: near no allocation
// advice: an address of the host
// advice: Kernels reach memory of cudaMalloc, to which cudaMemcpy copies
#include <cuda_runtime.h>

__global__ void scale(float* data, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) data[x] *= 2;  // cause
}

int main() {
    static float host[1000];
    for (float& element : host) element = 1;
#ifdef CURED
    float* data;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    scale<<<4, 256>>>(data, 1000);
    const cudaError_t error = cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
#else
    scale<<<4, 256>>>(host, 1000);
    const cudaError_t error = cudaDeviceSynchronize();
#endif
    return error == cudaSuccess && host[999] == 2 ? 0 : 1;
}
