// cudaFree gets a pointer that was moved on.
// says: inside an allocation
// advice: free the pointer that the allocation returned
#include <cuda_runtime.h>

int main() {
    float* data;
    cudaMalloc(&data, 1000 * sizeof(float));
#ifdef CURED
    cudaMemset(data, 0, 500 * sizeof(float));
    cudaMemset(data + 500, 0, 500 * sizeof(float));
#else
    cudaMemset(data, 0, 500 * sizeof(float));
    data += 500;
    cudaMemset(data, 0, 500 * sizeof(float));
#endif
    return cudaFree(data) == cudaSuccess ? 0 : 1;
}
