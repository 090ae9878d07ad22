// A stencil in place: a thread stores what a neighbour, perhaps of another block, still has to read.
// says: race: two threads of different blocks
// advice: no barrier in the kernel reaches across them. Store the results in another array
#include <cuda_runtime.h>

#ifdef CURED
__global__ void smooth(const float* in, float* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x > 0 && x < n - 1) out[x] = in[x - 1] + in[x + 1];
}
#else
__global__ void smooth(float* data, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x > 0 && x < n - 1) data[x] = data[x - 1] + data[x + 1];  // cause
}
#endif

int main() {
    static float host[1000];
    float* data;
    for (float& element : host) element = 1;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
#ifdef CURED
    float* out;
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(out, host, sizeof host, cudaMemcpyHostToDevice);
    smooth<<<4, 256>>>(data, out, 1000);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(out);
#else
    smooth<<<4, 256>>>(data, 1000);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
#endif
    cudaFree(data);
    return host[500] == 2 ? 0 : 1;
}
