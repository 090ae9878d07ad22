// A histogram in shared memory that starts from whatever stood there.
// says: never written: a read of 4 bytes of shared memory
// says: element 0 of bins
// advice: every element that is read must be stored first
#include <cuda_runtime.h>

__global__ void histogram(const int* data, int* out, int n) {
    __shared__ int bins[32];
    const int t = threadIdx.x;
#ifdef CURED
    if (t < 32) bins[t] = 0;
    __syncthreads();
#endif
    for (int i = t; i < n; i += 256) atomicAdd(&bins[data[i] % 32], 1);  // cause
    __syncthreads();
    if (t < 32) out[t] = bins[t];
}

int main() {
    static int host[1024];
    int *data, *out;
    for (int i = 0; i < 1024; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    histogram<<<1, 256>>>(data, out, 1024);
    cudaMemcpy(host, out, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(out);
    return host[5] == 32 ? 0 : 1;
}
