// An asynchronous copy into shared memory that nobody waits for.
// says: race: two threads use one place in shared memory
// advice: Wait for the copy before this line
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void reverse(int* data) {
    __shared__ int tile[256];
    const int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &data[t], sizeof(int));
    __pipeline_commit();
#ifdef CURED
    __pipeline_wait_prior(0);
#endif
    __syncthreads();
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
