// Every thread stores its own value to the one result.
// says: race: two threads
// advice: Several
// advice: use an atomic
#include <cuda_runtime.h>

__global__ void largest(const int* data, int* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n) return;
#ifdef CURED
    atomicMax(out, data[x]);
#else
    *out = data[x];  // cause
#endif
}

int main() {
    static int host[1000];
    int *data, *out;
    for (int i = 0; i < 1000; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(int));
    largest<<<4, 256>>>(data, out, 1000);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(out);
    return host[0] == 999 ? 0 : 1;
}
