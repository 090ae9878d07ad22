// A filter of 2 * 3 + 1 weights is read with one tap too many.
// says: out of bounds
// says: weights
// advice: Compare the index, and the loop that counts it
#include <cuda_runtime.h>

__constant__ float weights[7];

__global__ void smooth(const float* in, float* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n) return;
    float sum = 0;
#ifdef CURED
    for (int k = 0; k < 7; ++k)
#else
    for (int k = 0; k <= 7; ++k)
#endif
        if (x + k - 3 >= 0 && x + k - 3 < n) sum += weights[k] * in[x + k - 3];  // cause
    out[x] = sum;
}

int main() {
    static float host[1000];
    float ones[7] = {1, 1, 1, 1, 1, 1, 1}, *in, *out;
    for (float& element : host) element = 1;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(weights, ones, sizeof ones);
    smooth<<<4, 256>>>(in, out, 1000);
    const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return error == cudaSuccess && host[500] == 7 ? 0 : 1;
}
