// The mask names all lanes, and some have returned.
// says: shuffle: a lane uses what it took from a lane that does not take part
// advice: let lanes without work go on and skip only the work
#include <cuda_runtime.h>

__global__ void sum(const int* data, int* out, int n) {
    const int x = threadIdx.x;
#ifdef CURED
    int part = x < n ? data[x] : 0;
    for (int step = 16; step > 0; step /= 2) part += __shfl_down_sync(0xffffffff, part, step);
#else
    if (x >= n) return;
    int part = data[x];
    for (int step = 16; step > 0; step /= 2) part += __shfl_down_sync(0xffffffff, part, step);  // cause
#endif
    if (x == 0) *out = part;
}

int main() {
    int host[32], *data, *out;
    for (int i = 0; i < 32; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 32>>>(data, out, 20);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(out);
    return host[0] == 190 ? 0 : 1;
}
