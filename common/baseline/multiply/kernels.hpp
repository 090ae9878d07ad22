// The kernels of multiply_blocked, one for each instruction set, and which of them this CPU can run.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace baseline::multiply {

// C = alpha * A * B + beta * C for a tile of C at `c`, from packed panels: a[k * rows + row] and b[k * width + col], where
// rows are those of the tile and width is the kernel's number of columns, of which the first `cols` are C's.
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

// Those that this CPU can run, the fastest one first; there is always one.
std::vector<const Kernel*> runnable_kernels();

}  // namespace baseline::multiply
