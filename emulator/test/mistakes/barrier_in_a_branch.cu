// The barrier of a tree sum stands in its branch: whole warps leave it out.
// says: barrier: some warps of the block leave out a __syncthreads()
// advice: Take __syncthreads() out of the condition
// advice: compute-sanitizer is silent
#include <cuda_runtime.h>

__global__ void sum(const int* data, int* out) {
    __shared__ int part[256];
    const int t = threadIdx.x;
    part[t] = data[t];
    __syncthreads();
    for (int stride = 128; stride >= 32; stride /= 2) {
#ifdef CURED
        if (t < stride) part[t] += part[t + stride];
        __syncthreads();
#else
        if (t < stride) {
            part[t] += part[t + stride];
            __syncthreads();  // cause
        }
#endif
    }
    if (t == 0)
        for (int k = 0; k < 32; ++k) *out += part[k];
}

int main() {
    int host[256], *data, *out;
    for (int i = 0; i < 256; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemset(out, 0, sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 256>>>(data, out);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(out);
    return host[0] == 255 * 128 ? 0 : 1;
}
