// 02.1, not solved, "too long: the launch was stopped": a kernel without end.
#include <cstddef>

static __global__ void endless(float* out) {
    for (volatile float* const first = out;; *first = *first + 1) continue;
}

void transpose(float* out, const float*, std::size_t, std::size_t) { endless<<<1, 1>>>(out); }
