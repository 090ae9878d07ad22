// A float4 starts at a multiple of 16 bytes, and the second row does not.
// says: misaligned
// advice: the row length are multiples of its elements
// advice: one by one
#include <cuda_runtime.h>

__global__ void copy(const float* in, float* out, int cols) {
    const int row = blockIdx.x, k = threadIdx.x;
#ifdef CURED
    for (int col = k; col < cols; col += blockDim.x) out[row * cols + col] = in[row * cols + col];
#else
    if (4 * k < cols)
        reinterpret_cast<float4*>(out + row * cols)[k] =
            reinterpret_cast<const float4*>(in + row * cols)[k];  // cause
#endif
}

int main() {
    static float host[4 * 99 + 4];
    float *in, *out;
    for (float& element : host) element = 1;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    copy<<<4, 32>>>(in, out, 99);
    const cudaError_t error = cudaMemcpy(host, out, 4 * 99 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return error == cudaSuccess && host[395] == 1 ? 0 : 1;
}
