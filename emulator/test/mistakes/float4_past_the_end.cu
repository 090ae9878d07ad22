// The last float4 reaches past the array, whose length is no multiple of 4.
// says: out of bounds
// says: its last 12 bytes lie past the end
// advice: take whole vectors only as far as they go, and the rest of the elements one by one
#include <cuda_runtime.h>

__global__ void copy(const float* in, float* out, int n) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef CURED
    if (4 * k + 3 < n)
        reinterpret_cast<float4*>(out)[k] = reinterpret_cast<const float4*>(in)[k];
    else
        for (int x = 4 * k; x < n; ++x) out[x] = in[x];
#else
    if (4 * k < n) reinterpret_cast<float4*>(out)[k] = reinterpret_cast<const float4*>(in)[k];  // cause
#endif
}

int main() {
    static float host[1001];
    float *in, *out;
    for (float& element : host) element = 1;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    copy<<<1, 256>>>(in, out, 1001);
    const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return error == cudaSuccess && host[1000] == 1 ? 0 : 1;
}
