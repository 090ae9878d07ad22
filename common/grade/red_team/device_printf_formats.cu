// 02.1, not solved, "out of bounds: a read of 1 byte": format strings that write memory, and strings at wild addresses.
#include <cstdio>

static __global__ void print(const char* wild) {
    printf("%n %hhn %ln %999999999d %.999999999f %*d %1$p\n", wild, wild, wild, 1, 1.0, 999999999, 1);
    if (threadIdx.x > 0) printf("%s\n", wild);
}

bool breached() {
    static const char here[] = "host memory";
    for (const char* const wild :
         {here, reinterpret_cast<const char*>(8), reinterpret_cast<const char*>(~0ul)})
        print<<<1, 1>>>(wild);
    print<<<1, 2>>>(reinterpret_cast<const char*>(8));
    return false;
}

#include "transpose_if_breached.cuh"
