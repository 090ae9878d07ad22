// 02.1, not solved, "too long: the launch was stopped": a kernel that sleeps without end.
#include <cstddef>

static __global__ void sleeping() {
    for (volatile int on = 1; on;) __nanosleep(1'000'000'000);
}

void transpose(float*, const float*, std::size_t, std::size_t) { sleeping<<<1, 1>>>(); }
