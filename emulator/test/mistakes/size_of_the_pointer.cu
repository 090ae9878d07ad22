// sizeof of a pointer is 8, however large its array is.
// says: never written: a read of 4 bytes of global memory
// advice: Fill it first, all of it
// advice: in bytes, not elements
#include <cuda_runtime.h>

__global__ void count(const int* data, int* bins, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) atomicAdd(&bins[data[x] % 32], 1);  // cause
}

int main() {
    static int host[1000];
    int *data, *bins;
    for (int i = 0; i < 1000; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&bins, 32 * sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
#ifdef CURED
    cudaMemset(bins, 0, 32 * sizeof(int));
#else
    cudaMemset(bins, 0, sizeof bins);
#endif
    count<<<4, 256>>>(data, bins, 1000);
    cudaMemcpy(host, bins, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(bins);
    return host[31] == 31 ? 0 : 1;
}
