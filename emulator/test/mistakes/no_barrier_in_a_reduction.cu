// A tree sum in shared memory without a barrier between its steps.
// says: race: two threads use one place in shared memory
// advice: Put __syncthreads() at the end of the loop's body, behind line 13
// advice: where all threads of the block come by
#include <cuda_runtime.h>

__global__ void sum(const int* data, int* out) {
    __shared__ int part[256];
    const int t = threadIdx.x;
    part[t] = data[t];
    __syncthreads();
    for (int stride = 128; stride > 0; stride /= 2) {
        if (t < stride) part[t] += part[t + stride];  // cause
#ifdef CURED
        __syncthreads();
#endif
    }
    if (t == 0) *out = part[0];
}

int main() {
    int host[256], *data, *out;
    for (int i = 0; i < 256; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 256>>>(data, out);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(out);
    return host[0] == 255 * 128 ? 0 : 1;
}
