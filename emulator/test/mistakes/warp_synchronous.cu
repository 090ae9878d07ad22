// The last steps of a tree sum within one warp, as it was done before Volta: without __syncwarp().
// says: race: two threads use one place in shared memory
// advice: Put __syncwarp() at the end of the loop's body
#include <cuda_runtime.h>

__global__ void sum(const int* data, int* out) {
    __shared__ int part[64];
    const int t = threadIdx.x;
    part[t] = data[t];
    part[t + 32] = data[t + 32];
#ifdef CURED
    __syncwarp();
    for (int stride = 32; stride > 0; stride /= 2) {
        if (t < stride) part[t] += part[t + stride];
        __syncwarp();
    }
#else
    for (int stride = 32; stride > 0; stride /= 2)
        if (t < stride) part[t] += part[t + stride];  // cause
#endif
    if (t == 0) *out = part[0];
}

int main() {
    int host[64], *data, *out;
    for (int i = 0; i < 64; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 32>>>(data, out);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(out);
    return host[0] == 63 * 32 ? 0 : 1;
}
