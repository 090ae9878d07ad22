// A barrier stands between the two lines, but in a branch that only some threads take.
// says: barrier: some warps of the block leave out a __syncthreads()
// advice: Take __syncthreads() out of the condition
#include <cuda_runtime.h>

__global__ void shift(int* data, int n) {
    __shared__ int tile[256];
    const int t = threadIdx.x;
    tile[t] = data[t];
#ifdef CURED
    __syncthreads();
#else
    if (t < n) __syncthreads();  // cause
#endif
    data[t] = tile[(t + 1) % 256];
}

int main() {
    int host[256], *data;
    for (int i = 0; i < 256; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    shift<<<1, 256>>>(data, 64);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return host[255] == 0 ? 0 : 1;
}
