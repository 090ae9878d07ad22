// n / 256 of a small n is 0: a grid without blocks.
// says: the grid 0x1x1 has no blocks
// advice: every dimension must be at least 1
#include <cuda_runtime.h>

__global__ void fill(float* data, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) data[x] = 1;
}

int main() {
    static float host[100];
    float* data;
    cudaMalloc(&data, sizeof host);
#ifdef CURED
    const int blocks = (100 + 255) / 256;
#else
    const int blocks = 100 / 256;
#endif
    fill<<<blocks, 256>>>(data, 100);
    const cudaError_t error = cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return error == cudaSuccess && host[99] == 1 ? 0 : 1;
}
