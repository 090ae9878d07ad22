// 33 x 33 threads are more than 1024.
// says: the block 33x33x1 has 1089 threads
// advice: at most 1024
#include <cuda_runtime.h>

__global__ void fill(float* data, int size) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < size && col < size) data[row * size + col] = 1;
}

int main() {
    static float host[33 * 33];
    float* data;
    cudaMalloc(&data, sizeof host);
#ifdef CURED
    fill<<<dim3(2, 2), dim3(32, 32)>>>(data, 33);
#else
    fill<<<1, dim3(33, 33)>>>(data, 33);
#endif
    const cudaError_t error = cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return error == cudaSuccess && host[33 * 33 - 1] == 1 ? 0 : 1;
}
