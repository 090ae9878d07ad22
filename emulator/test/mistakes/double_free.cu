// The same memory is freed twice.
// says: has been freed before
// advice: call cudaFree once for each allocation
#include <cuda_runtime.h>

int main() {
    float *a, *b;
    cudaMalloc(&a, 1000 * sizeof(float));
    cudaMalloc(&b, 1000 * sizeof(float));
    cudaFree(a);
#ifdef CURED
    return cudaFree(b) == cudaSuccess ? 0 : 1;
#else
    return cudaFree(a) == cudaSuccess ? 0 : 1;
#endif
}
