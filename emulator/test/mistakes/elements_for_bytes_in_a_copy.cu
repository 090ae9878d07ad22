// cudaMemcpy counts bytes, not elements: a quarter of the array arrives.
// says: never written: a read of 4 bytes of global memory
// says: 1,000 bytes into 4000 bytes
// advice: Fill it first, all of it
// advice: in bytes, not elements
#include <cuda_runtime.h>

__global__ void scale(float* data, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) data[x] *= 2;  // cause
}

int main() {
    static float host[1000];
    float* data;
    for (float& element : host) element = 1;
    cudaMalloc(&data, sizeof host);
#ifdef CURED
    cudaMemcpy(data, host, 1000 * sizeof(float), cudaMemcpyHostToDevice);
#else
    cudaMemcpy(data, host, 1000, cudaMemcpyHostToDevice);
#endif
    scale<<<4, 256>>>(data, 1000);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return host[999] == 2 ? 0 : 1;
}
