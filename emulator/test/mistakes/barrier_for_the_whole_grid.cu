// __syncthreads() is taken for a barrier of all blocks.
// says: race: two threads of different blocks
// advice: split the kernel here into two launches
// advice: one more race
#include <cuda_runtime.h>

__global__ void scaled(float* data, float* sums, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) data[x] *= 2;  // cause
#ifdef CURED
}
__global__ void summed(const float* data, float* sums, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
#else
    __syncthreads();
#endif
    if (x < n) sums[x] = data[x] + data[n - 1 - x];  // cause
}

int main() {
    static float host[1024];
    float *data, *sums;
    for (float& element : host) element = 1;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&sums, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    scaled<<<4, 256>>>(data, sums, 1024);
#ifdef CURED
    summed<<<4, 256>>>(data, sums, 1024);
#endif
    cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(sums);
    return host[0] == 4 ? 0 : 1;
}
