// Memory is allocated in a loop and freed once. (simt --leak-check=full tells.)
// says: leak: 4000 bytes
// advice: Call cudaFree on what that call returned
// options: --leak-check=full
#include <cuda_runtime.h>

int main() {
    float* data;
    for (int round = 0; round < 4; ++round) {
        cudaMalloc(&data, 1000 * sizeof(float));
        cudaMemset(data, 0, 1000 * sizeof(float));
#ifdef CURED
        cudaFree(data);
#endif
    }
#ifndef CURED
    cudaFree(data);
#endif
    return 0;
}
