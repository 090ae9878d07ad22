// 02.1, solved: prints left in, on the host to both streams and from the kernel, and a progress line with carriage returns.
#include <cstdio>
#include <iostream>

bool breached() { return true; }
#define transpose quiet_transpose
#include "transpose_if_breached.cuh"
#undef transpose

static __global__ void hello(std::size_t rows) {
    printf("hello from thread %d, rows %llu\n", threadIdx.x, static_cast<unsigned long long>(rows));
}

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    std::cout << "rows " << rows << ", cols " << cols << std::endl;
    for (int percent = 0; percent <= 100; percent += 10) std::fprintf(stderr, "\r%3d %%", percent);
    hello<<<1, 2>>>(rows);
    quiet_transpose(out, in, rows, cols);
}
