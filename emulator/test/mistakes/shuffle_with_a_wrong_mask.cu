// The mask names only half of the lanes that execute the shuffle.
// says: member mask
// advice: 0xffffffff where all do
#include <cuda_runtime.h>

__global__ void sum(const int* data, int* out) {
    int part = data[threadIdx.x];
    for (int step = 16; step > 0; step /= 2)
#ifdef CURED
        part += __shfl_xor_sync(0xffffffff, part, step);
#else
        part += __shfl_xor_sync(0x0000ffff, part, step);  // cause
#endif
    if (threadIdx.x == 0) *out = part;
}

int main() {
    int host[32], *data, *out;
    for (int i = 0; i < 32; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 32>>>(data, out);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(out);
    return host[0] == 31 * 16 ? 0 : 1;
}
