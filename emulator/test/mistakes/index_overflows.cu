// row * cols is an int, and 60,000 x 60,000 elements are more than an int counts.
// says: out of bounds
// advice: an int overflows past 2,147,483,647. Compute it in size_t
#include <cuda_runtime.h>

__global__ void fill(char* data, int cols) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = cols - 1;
#ifdef CURED
    if (col < cols) data[size_t(row) * cols + col] = 1;
#else
    if (col < cols) data[row * cols + col] = 1;  // cause
#endif
}

int main() {
    constexpr int kSize = 60000;
    char* data;
    cudaMalloc(&data, size_t(kSize) * kSize);
    fill<<<(kSize + 255) / 256, 256>>>(data, kSize);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(data);
    return error == cudaSuccess ? 0 : 1;
}
