// cudaMemcpy takes the destination first.
// says: cudaMemcpy: the destination must be device memory
// advice: does its destination come first
#include <cuda_runtime.h>

__global__ void scale(float* data, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) data[x] *= 2;
}

int main() {
    static float host[1000];
    float* data;
    for (float& element : host) element = 1;
    cudaMalloc(&data, sizeof host);
#ifdef CURED
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
#else
    cudaMemcpy(host, data, sizeof host, cudaMemcpyHostToDevice);
#endif
    scale<<<4, 256>>>(data, 1000);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return host[999] == 2 ? 0 : 1;
}
