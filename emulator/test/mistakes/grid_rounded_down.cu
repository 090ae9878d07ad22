// n / 256 rounds down: the last elements have no thread.
// says: never written: cudaMemcpy reads 928 bytes
// advice: round up: (n + block - 1) / block
#include <cuda_runtime.h>

__global__ void fill(float* data, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) data[x] = 1;
}

int main() {
    static float host[1000];
    float* data;
    cudaMalloc(&data, sizeof host);
#ifdef CURED
    const int blocks = (1000 + 255) / 256;
#else
    const int blocks = 1000 / 256;
#endif
    fill<<<blocks, 256>>>(data, 1000);
    const cudaError_t error = cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return error == cudaSuccess && host[999] == 1 ? 0 : 1;
}
