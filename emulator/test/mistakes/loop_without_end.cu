// A grid-stride loop whose stride is 0.
// says: too long: the launch was stopped
// advice: A step of 0
// options: --max-instructions 1000000
#include <cuda_runtime.h>

__global__ void scale(float* data, int n) {
#ifdef CURED
    const int stride = gridDim.x * blockDim.x;
#else
    const int stride = gridDim.x / blockDim.x;
#endif
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < n; x += stride) data[x] *= 2;  // cause
}

int main() {
    static float host[1000];
    float* data;
    for (float& element : host) element = 1;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    scale<<<2, 128>>>(data, 1000);
    const cudaError_t error = cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return error == cudaSuccess && host[999] == 2 ? 0 : 1;
}
