// All threads count with ++, which loads, adds and stores.
// says: race: two threads
// advice: Use an atomic (atomicAdd
#include <cuda_runtime.h>

__global__ void count(const int* data, int* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef CURED
    if (x < n && data[x] > 0) atomicAdd(out, 1);
#else
    if (x < n && data[x] > 0) ++*out;  // cause
#endif
}

int main() {
    static int host[1000];
    int *data, *out;
    for (int i = 0; i < 1000; ++i) host[i] = 1;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(int));
    count<<<4, 256>>>(data, out, 1000);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(out);
    return host[0] == 1000 ? 0 : 1;
}
