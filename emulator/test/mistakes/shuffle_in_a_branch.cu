// A shuffle in a branch takes values from lanes that did not take the branch.
// says: shuffle: a lane uses what it took from a lane that does not take part
// advice: take the shuffle out of the branch
#include <cuda_runtime.h>

__global__ void differences(const int* in, int* out, int n) {
    const int x = threadIdx.x;
    const int value = in[x];
#ifdef CURED
    const int next = __shfl_down_sync(0xffffffff, value, 1);
    if (x < n) out[x] = next - value;
#else
    if (x < n) out[x] = __shfl_down_sync(__activemask(), value, 1) - value;  // cause
#endif
}

int main() {
    int host[32], *in, *out;
    for (int i = 0; i < 32; ++i) host[i] = i * i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    differences<<<1, 32>>>(in, out, 20);
    cudaMemcpy(host, out, 20 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return host[19] == 39 ? 0 : 1;
}
