// An extern array gets its size from the launch, and the launch has no third argument.
// says: out of bounds
// says: past the end of shared memory
// advice: tile is extern: the third argument of <<<grid, block, bytes>>> gives its size
#include <cuda_runtime.h>

__global__ void reverse(int* data) {
    extern __shared__ int tile[];
    const int t = threadIdx.x;
    tile[t] = data[t];  // cause
    __syncthreads();
    data[t] = tile[255 - t];
}

int main() {
    int host[256], *data;
    for (int i = 0; i < 256; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
#ifdef CURED
    reverse<<<1, 256, 256 * sizeof(int)>>>(data);
#else
    reverse<<<1, 256>>>(data);
#endif
    const cudaError_t error = cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return error == cudaSuccess && host[0] == 255 ? 0 : 1;
}
