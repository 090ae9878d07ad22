// The kernels of multiply_blocked, one for each instruction set, and those that this CPU can run.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace baseline::multiply {

// C = alpha * A * B + beta * C for a tile of C at `c`, from packed panels a[k * rows + row] and b[k * width + col].
// rows is the number of the tile's rows, width the kernel's number of columns; the first `cols` of these belong to C.
struct Tile {
    std::size_t k;
    const float* a;
    const float* b;
    float alpha, beta;  // beta == 0: C is not read
    float* c;
    std::size_t ldc;
    int cols;
};

constexpr int kMostRows = 16;

struct Kernel {
    const char* name;
    int rows, cols;                                     // of the tile that stays in registers
    void (*multiply[kMostRows + 1])(const Tile& tile);  // by the number of rows, 1 to `rows`
};

extern const Kernel kPortable;
#if defined(__x86_64__)
extern const Kernel kAvx2;
extern const Kernel kAvx512;
#endif

// The kernels that this CPU can run, the fastest first; there is always one.
std::vector<const Kernel*> runnable_kernels();

}  // namespace baseline::multiply
