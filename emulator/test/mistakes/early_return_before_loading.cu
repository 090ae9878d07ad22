// Threads without a result return before they have loaded what their neighbours need.
// says: never written: a read of 4 bytes of shared memory
// advice: every element that is read must be stored first
// advice: before threads without a result return
#include <cuda_runtime.h>

__global__ void sums_of_neighbours(const int* in, int* out, int n) {
    __shared__ int tile[128];
    const int t = threadIdx.x;
#ifdef CURED
    tile[t] = in[t];
    __syncthreads();
    if (t < n) out[t] = tile[t] + tile[t + 1];
#else
    if (t >= n) return;
    tile[t] = in[t];
    __syncthreads();
    out[t] = tile[t] + tile[t + 1];  // cause
#endif
}

int main() {
    int host[128], *in, *out;
    for (int i = 0; i < 128; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sums_of_neighbours<<<1, 128>>>(in, out, 127);
    cudaMemcpy(host, out, 127 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return host[126] == 126 + 127 ? 0 : 1;
}
