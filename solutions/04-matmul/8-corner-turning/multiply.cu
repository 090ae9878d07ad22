// Solution of exercise 04.8: A's tile is loaded and stored as it lies in memory, and the inner loop goes down its columns: there
// a warp reads two words that lie beside each other, each for 16 lanes. Compare with chapters/04-matmul/programs/parts/textbook/column_major.cu,
// where B is turned, and the tile has to be padded.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr unsigned kTile = 16;  // a block has 16 × 16 threads, one for each element of its tile of C

static __global__ void multiply_kernel(float* c, const float* a, const float* b, std::size_t m, std::size_t n,
                                       std::size_t k) {
    __shared__ float a_tile[kTile][kTile];
    __shared__ float b_tile[kTile][kTile];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const std::size_t first_row = gpu::tile_y() * kTile;
    const std::size_t col = gpu::tile_x() * kTile + x;

    float sum = 0;
    for (std::size_t first = 0; first < k; first += kTile) {
        // A row of the tile belongs to one i, a column to a row of C.
        a_tile[y][x] = a[(first + y) * m + first_row + x];
        b_tile[y][x] = b[(first + y) * n + col];
        __syncthreads();
        for (unsigned i = 0; i < kTile; ++i) sum += a_tile[i][y] * b_tile[i][x];
        __syncthreads();
    }
    c[(first_row + y) * n + col] = sum;
}

// C = A^T * B on the device, row after row: A is k × m, B is k × n, C is m × n. All three are multiples of 16.
void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(n / kTile, m / kTile);
    multiply_kernel<<<grid, block>>>(c, a, b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}
