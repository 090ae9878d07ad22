// A histogram in shared memory counts with ++.
// says: race: two threads use one place in shared memory
// advice: Use an atomic (atomicAdd
#include <cuda_runtime.h>

__global__ void histogram(const int* data, int* out, int n) {
    __shared__ int bins[32];
    const int t = threadIdx.x;
    if (t < 32) bins[t] = 0;
    __syncthreads();
#ifdef CURED
    for (int i = t; i < n; i += 256) atomicAdd(&bins[data[i] % 32], 1);
#else
    for (int i = t; i < n; i += 256) ++bins[data[i] % 32];  // cause
#endif
    __syncthreads();
    if (t < 32) out[t] = bins[t];
}

int main() {
    static int host[1024];
    int *data, *out;
    for (int i = 0; i < 1024; ++i) host[i] = i / 2;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    histogram<<<1, 256>>>(data, out, 1024);
    cudaMemcpy(host, out, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(out);
    return host[5] == 32 ? 0 : 1;
}
