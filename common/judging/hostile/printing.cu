// An answer to exercise 01.7 whose kernel prints more than the emulator passes on: 2 MiB.
#include <cstddef>
#include <cstdio>

static __global__ void print() {
    for (int line = 0; line < 1024; ++line) printf("%063d\n", line);  // 64 characters
}

void reverse(float*, std::size_t) { print<<<1, 32>>>(); }
