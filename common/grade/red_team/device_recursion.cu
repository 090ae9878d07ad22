// 02.1, not solved, "stack overflow": recursion without end on the device, with the largest stack.
#include <cuda_runtime_api.h>

#include <cstddef>

static __device__ __noinline__ float deeper(float* out, float value) {
    return value < 0 ? value : deeper(out, value + *out) + 1;
}

static __global__ void begin(float* out) { *out = deeper(out, 1); }

void transpose(float* out, const float*, std::size_t, std::size_t) {
    cudaDeviceSetLimit(cudaLimitStackSize, std::size_t{1} << 40);
    begin<<<1024, 1024>>>(out);
}
