// The smallest program with a kernel: eight threads in two blocks of four. Each prints its block's number and its own.
#include <cstdio>

#include "chapters/01-first-kernel/programs/parts/small_program.hpp"
#include "common/cuda/check.hpp"

// region: kernel
__global__ void hello() {
    printf("block %u of %u, thread %u of %u\n", blockIdx.x, gridDim.x, threadIdx.x, blockDim.x);
}
// end region

int main(int argc, char** argv) {
    return lesson::run(argc, argv, {}, [](const std::string&) {
        // region: launch
        const dim3 grid(2);   // blocks
        const dim3 block(4);  // threads in each of them
        hello<<<grid, block>>>();
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaDeviceSynchronize());
        // end region
    });
}
