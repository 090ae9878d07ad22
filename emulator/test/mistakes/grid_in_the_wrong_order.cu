// The grid has the rows in x and the columns in y: a part of the result is never written.
// says: never written: cudaMemcpy reads 8,320 bytes
// advice: x counts columns, y rows
#include <cuda_runtime.h>

__global__ void fill(float* data, int rows, int cols) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols) data[row * cols + col] = 1;
}

int main() {
    constexpr int kRows = 40, kCols = 100;
    static float host[kRows * kCols];
    float* data;
    cudaMalloc(&data, sizeof host);
    const dim3 block(16, 16);
#ifdef CURED
    const dim3 grid((kCols + 15) / 16, (kRows + 15) / 16);
#else
    const dim3 grid((kRows + 15) / 16, (kCols + 15) / 16);
#endif
    fill<<<grid, block>>>(data, kRows, kCols);
    const cudaError_t error = cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return error == cudaSuccess && host[kRows * kCols - 1] == 1 ? 0 : 1;
}
