// x is unsigned, and the left neighbour of 0 is 4,294,967,295.
// says: out of bounds
// advice: an index far off, below 0
#include <cuda_runtime.h>

__global__ void differences(const float* in, float* out, unsigned n) {
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n) return;
#ifdef CURED
    out[x] = x > 0 ? in[x] - in[x - 1] : in[x];
#else
    const unsigned left = x - 1;
    out[x] = in[x] - in[left];  // cause
#endif
}

int main() {
    static float host[1000];
    float *in, *out;
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
