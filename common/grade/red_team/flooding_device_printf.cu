// 02.1, not solved, "has printed more than 64 MiB": prints from a kernel without end.
#include <cstddef>
#include <cstdio>

static __global__ void print() {
    for (;;) printf("%1000d\n", threadIdx.x);
}

void transpose(float*, const float*, std::size_t, std::size_t) { print<<<1024, 1024>>>(); }
