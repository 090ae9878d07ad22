// Blocks add to a sum that nobody has set to 0.
// says: never written: a read of 4 bytes of global memory
// advice: Fill it first
// advice: cudaMemset
#include <cuda_runtime.h>

__global__ void sum(const int* data, int* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) atomicAdd(out, data[x]);  // cause
}

int main() {
    static int host[1000];
    int *data, *out;
    for (int i = 0; i < 1000; ++i) host[i] = 1;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
#ifdef CURED
    cudaMemset(out, 0, sizeof(int));
#endif
    sum<<<4, 256>>>(data, out, 1000);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(out);
    return host[0] == 1000 ? 0 : 1;
}
