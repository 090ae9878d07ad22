// The kernels of multiply_blocked, one for each instruction set, and those that this CPU can run.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace baseline::multiply {

// C = alpha * A * B + beta * C for a tile of C at `c`. A and B are packed panels, a[k * rows + row] and b[k * width +
// col], where rows is the number of the tile's rows and width the kernel's number of columns; or they are read in
// place, a[row * lda + k] and b[k * ldb + col].
struct Tile {
    std::size_t k;
    const float* a;
    std::size_t lda;  // in place
    const float* b;
    std::size_t ldb;    // in place
    float alpha, beta;  // beta == 0: C is not read
    float* c;
    std::size_t ldc;
    int cols;  // of C; from packed panels there may be fewer than the kernel's columns
    // From packed panels: what to prefetch meanwhile, so many floats further with each step of k.
    const float* next = nullptr;
    std::size_t next_step = 0;
};

constexpr int kMostRows = 16;
constexpr int kMostVectors = 3;
constexpr int kNarrow = 4;      // columns of a narrow tile, and floats of a row in a vector
constexpr int kMostNarrow = 8;  // vectors of a narrow tile, one above the other

using TileFunction = void (*)(const Tile& tile);

struct Kernel {
    const char* name;
    int rows, cols;                                          // of the tile that stays in registers
    int lanes;                                               // columns in a vector
    TileFunction packed[kMostRows + 1];                      // by the number of rows, 1 to `rows`
    TileFunction in_place[kMostVectors + 1][kMostRows + 1];  // by the vectors in a row, and the rows
    TileFunction narrow[kMostNarrow + 1];  // by the vectors; null if a vector has fewer than 16 lanes
};

extern const Kernel kPortable;
#if defined(__x86_64__)
extern const Kernel kAvx2;
extern const Kernel kAvx512;
#endif

// The kernels that this CPU can run, the fastest first; there is always one.
std::vector<const Kernel*> runnable_kernels();

}  // namespace baseline::multiply
