// A block has at most 1024 threads; the launch fails, and nobody asks.
// says: the block 2048x1x1 is too large
// advice: 1024 threads in all
#include <cuda_runtime.h>

__global__ void fill(float* data) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    data[x] = 1;
}

int main() {
    static float host[2048];
    float* data;
    cudaMalloc(&data, sizeof host);
#ifdef CURED
    fill<<<2, 1024>>>(data);
#else
    fill<<<1, 2048>>>(data);
#endif
    const cudaError_t error = cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return error == cudaSuccess && host[2047] == 1 ? 0 : 1;
}
