// A lock that its holder does not release: everyone else waits for ever.
// says: endless: threads wait in a loop for a value that nobody changes
// advice: A lock has to be given back by the thread that holds it
#include <cuda_runtime.h>

__global__ void add(int* lock, int* sum) {
    while (atomicCAS(lock, 0, 1) != 0) {  // cause
    }
    __threadfence();
    *sum += 1;
    __threadfence();
#ifdef CURED
    atomicExch(lock, 0);
#endif
}

int main() {
    int host = 0, *lock, *sum;
    cudaMalloc(&lock, sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(lock, 0, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    add<<<2, 32>>>(lock, sum);
    const cudaError_t error = cudaMemcpy(&host, sum, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(lock);
    cudaFree(sum);
    return error == cudaSuccess && host == 64 ? 0 : 1;
}
