// Two buffers in turn, and a barrier too few: the next round overwrites what this one reads.
// says: race: two threads use one place in shared memory
// advice: Put __syncthreads() at the end of the loop's body, behind line 14
#include <cuda_runtime.h>

__global__ void smooth(int* data, int rounds) {
    __shared__ int buffer[2][256];
    const int t = threadIdx.x;
    buffer[0][t] = data[t];
    __syncthreads();
    for (int k = 0; k < rounds; ++k) {
        const int* from = buffer[k % 2];
        int* to = buffer[1 - k % 2];
        to[t] = from[t] + from[(t + 1) % 256];  // cause
#ifdef CURED
        __syncthreads();
#endif
    }
    data[t] = buffer[rounds % 2][t];
}

int main() {
    int host[256], *data;
    for (int i = 0; i < 256; ++i) host[i] = 1;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    smooth<<<1, 256>>>(data, 4);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return host[0] == 16 ? 0 : 1;
}
