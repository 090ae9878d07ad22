// The barrier of a tree sum stands in its branch, and in the end a part of a warp leaves it out.
// says: deadlock: threads wait for others that never come
// advice: take it out of the branch
// advice: compute-sanitizer (synccheck) reports it
#include <cuda_runtime.h>

__global__ void sum(const int* data, int* out) {
    __shared__ int part[64];
    const int t = threadIdx.x;
    part[t] = data[t];
    __syncthreads();
    for (int stride = 32; stride > 0; stride /= 2) {
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
    if (t == 0) *out = part[0];
}

int main() {
    int host[64], *data, *out;
    for (int i = 0; i < 64; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 64>>>(data, out);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(out);
    return host[0] == 63 * 32 ? 0 : 1;
}
