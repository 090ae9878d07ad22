// 02.1, not solved, "out of bounds: a write of 8 bytes": a kernel that writes to the host's stack.
#include <cstddef>

static __global__ void write(volatile long* host) { *host = 0; }

void transpose(float*, const float*, std::size_t, std::size_t) {
    long on_the_stack = 1;
    write<<<1, 1>>>(&on_the_stack);
}
