// A lock whose holder releases it before its store has reached the others.
// says: race: two threads of different blocks
// advice: __threadfence() behind taking the lock and before giving it back
#include <cuda_runtime.h>

__global__ void add(int* lock, int* sum) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
#ifdef CURED
    __threadfence();
#endif
    *sum += 1;  // cause
#ifdef CURED
    __threadfence();
#endif
    atomicExch(lock, 0);
}

int main() {
    int host = 0, *lock, *sum;
    cudaMalloc(&lock, sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(lock, 0, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    add<<<4, 32>>>(lock, sum);
    const cudaError_t error = cudaMemcpy(&host, sum, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(lock);
    cudaFree(sum);
    return error == cudaSuccess && host == 4 ? 0 : 1;
}
