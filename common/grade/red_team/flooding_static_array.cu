// 02.1, not solved, "was still running" or "of memory" or "too long: the launch was stopped": a __device__ array of 1.9 GB in its module, all of it written.
#include <cstddef>

__device__ char huge[std::size_t{1900} << 20];

static __global__ void touch(float* out) {
    for (std::size_t i = threadIdx.x; i < sizeof huge; i += 4096) huge[i] = 1;
    *out = huge[sizeof huge - 1];
}

void transpose(float* out, const float*, std::size_t, std::size_t) { touch<<<1, 1024>>>(out); }
