// The result is copied with the direction of the way there.
// says: cudaMemcpy: the destination must be device memory
// advice: is the direction of the copy right
#include <cuda_runtime.h>

__global__ void fill(float* data, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) data[x] = 1;
}

int main() {
    static float host[1000];
    float* data;
    cudaMalloc(&data, sizeof host);
    fill<<<4, 256>>>(data, 1000);
#ifdef CURED
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
#else
    cudaMemcpy(host, data, sizeof host, cudaMemcpyHostToDevice);
#endif
    cudaFree(data);
    return host[999] == 1 ? 0 : 1;
}
