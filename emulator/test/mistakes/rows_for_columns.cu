// The index takes the number of rows for the number of columns.
// says: out of bounds
// advice: A matrix has its element (x, y) at y * width + x
#include <cuda_runtime.h>

__global__ void scale(float* data, int rows, int cols) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;
#ifdef CURED
    data[row * cols + col] *= 2;
#else
    data[col * cols + row] *= 2;  // cause
#endif
}

int main() {
    constexpr int kRows = 40, kCols = 100;
    static float host[kRows * kCols];
    float* data;
    for (float& element : host) element = 1;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    const dim3 block(16, 16), grid((kCols + 15) / 16, (kRows + 15) / 16);
    scale<<<grid, block>>>(data, kRows, kCols);
    const cudaError_t error = cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return error == cudaSuccess && host[kRows * kCols - 1] == 2 ? 0 : 1;
}
