// Each branch has a barrier of its own: threads of different warps wait at different ones.
// says: barrier: warps of one block wait at two different __syncthreads()
// advice: all threads of the block have to reach the same call
// advice: compute-sanitizer (synccheck) reports it
#include <cuda_runtime.h>

__global__ void exchange(int* data) {
    __shared__ int tile[64];
    const int t = threadIdx.x;
#ifdef CURED
    tile[t] = t < 32 ? data[t] : 2 * data[t];
    __syncthreads();
#else
    if (t < 32) {
        tile[t] = data[t];
        __syncthreads();  // cause
    } else {
        tile[t] = 2 * data[t];
        __syncthreads();  // cause
    }
#endif
    data[t] = tile[63 - t];
}

int main() {
    int host[64], *data;
    for (int i = 0; i < 64; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    exchange<<<1, 64>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return host[0] == 126 ? 0 : 1;
}
