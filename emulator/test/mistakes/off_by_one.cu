// The guard lets one thread too many through.
// says: out of bounds
// says: element [1000] of an array that ends at [999]
// advice: Compare the index with the array's size
#include <cuda_runtime.h>

__global__ void scale(float* data, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef CURED
    if (x < n) data[x] *= 2;
#else
    if (x <= n) data[x] *= 2;  // cause
#endif
}

int main() {
    float host[1000], *data;
    for (float& element : host) element = 1;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    scale<<<4, 256>>>(data, 1000);
    const cudaError_t error = cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return error == cudaSuccess && host[999] == 2 ? 0 : 1;
}
