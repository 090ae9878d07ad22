// See keep_busy.hpp.
#include "chapters/03-reduction/programs/parts/keep_busy.hpp"

#include "common/cuda/check.hpp"

static __global__ void keep_busy_kernel(long long cycles) {
    const long long begin = clock64();
    while (clock64() - begin < cycles) {
    }
}

void keep_busy(long long cycles) {
    const dim3 one(1);
    keep_busy_kernel<<<one, one>>>(cycles);
    CUDA_CHECK(cudaGetLastError());
}
