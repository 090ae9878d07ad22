// 02.1, not solved, "was still running": small launches without end, each of which ends.
#include <cstddef>

static __global__ void nothing() {}

void transpose(float*, const float*, std::size_t, std::size_t) {
    for (;;) nothing<<<1, 32>>>();
}
