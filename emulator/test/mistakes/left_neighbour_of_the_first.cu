// The first thread reads the element before the first.
// says: out of bounds
// says: 4 bytes before
// advice: need a guard: if (x > 0)
#include <cuda_runtime.h>

__global__ void differences(const float* in, float* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef CURED
    if (x > 0 && x < n) out[x] = in[x] - in[x - 1];
    if (x == 0) out[x] = in[x];
#else
    if (x < n) out[x] = in[x] - in[x - 1];  // cause
#endif
}

int main() {
    float host[1000], *in, *out;
    for (int i = 0; i < 1000; ++i) host[i] = 2 * i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    differences<<<4, 256>>>(in, out, 1000);
    const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return error == cudaSuccess && host[999] == 2 ? 0 : 1;
}
