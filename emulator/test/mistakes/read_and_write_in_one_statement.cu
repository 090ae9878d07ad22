// One statement reads a neighbour's element and stores its own: no barrier fits between.
// says: race: two threads use one place in shared memory
// advice: Load into a variable first, then call __syncthreads(), and store in a line of its own
#include <cuda_runtime.h>

__global__ void shift(int* data) {
    __shared__ int tile[256];
    const int t = threadIdx.x;
    tile[t] = data[t];
    __syncthreads();
#ifdef CURED
    const int next = tile[(t + 1) % 256];
    __syncthreads();
    tile[t] = next;
#else
    tile[t] = tile[(t + 1) % 256];  // cause
#endif
    data[t] = tile[t];
}

int main() {
    int host[256], *data;
    for (int i = 0; i < 256; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    shift<<<1, 256>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return host[255] == 0 ? 0 : 1;
}
