// 02.1, not solved, "for too long" or "was still running" or "does not seem to end": half of a block waits for the other half, in which each thread waits for a lock that nobody opens.
#include <cstddef>

__device__ int closed = 1;

static __global__ void wait() {
    if (threadIdx.x < 512)
        while (atomicAdd(&closed, 0) != 0) continue;
    __syncthreads();
}

void transpose(float*, const float*, std::size_t, std::size_t) { wait<<<132, 1024>>>(); }
