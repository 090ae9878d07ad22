// Threads read what other threads store into shared memory, and no barrier stands between.
// says: race: two threads use one place in shared memory
// advice: Put __syncthreads() after line 9 and before line 13
#include <cuda_runtime.h>

__global__ void reverse(int* data) {
    __shared__ int tile[256];
    const int t = threadIdx.x;
    tile[t] = data[t];  // cause
#ifdef CURED
    __syncthreads();
#endif
    data[t] = tile[255 - t];  // cause
}

int main() {
    int host[256], *data;
    for (int i = 0; i < 256; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    reverse<<<1, 256>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return host[0] == 255 ? 0 : 1;
}
