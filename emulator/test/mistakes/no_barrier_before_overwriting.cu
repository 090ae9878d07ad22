// A tile is loaded round after round; some threads still read the old tile when others store the next one.
// says: race: two threads use one place in shared memory
// advice: Put __syncthreads() at the end of the loop's body, behind line 13
#include <cuda_runtime.h>

__global__ void sum_of_tiles(const int* data, int* sums, int tiles) {
    __shared__ int tile[256];
    const int t = threadIdx.x;
    int sum = 0;
    for (int k = 0; k < tiles; ++k) {
        tile[t] = data[256 * k + t];  // cause
        __syncthreads();
        sum += tile[255 - t];  // cause
#ifdef CURED
        __syncthreads();
#endif
    }
    sums[t] = sum;
}

int main() {
    int host[1024], *data, *sums;
    for (int i = 0; i < 1024; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&sums, 256 * sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    sum_of_tiles<<<1, 256>>>(data, sums, 4);
    cudaMemcpy(host, sums, 256 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(sums);
    return host[0] == 255 + 511 + 767 + 1023 ? 0 : 1;
}
