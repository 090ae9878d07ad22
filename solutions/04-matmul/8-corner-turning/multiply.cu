// solution begin
// Solution of exercise 04.8: A's tile is loaded and stored as it lies in memory, and the inner loop goes down its columns: there
// a warp reads two words that lie beside each other, each for 16 lanes. Compare with chapters/04-matmul/textbook/column_major.cu,
// where B is turned, and the tile has to be padded.
// stub: // Exercise 04.8: the transpose of A times B. A lies as k × m, and each thread of this kernel loads its element of A's tile from
// stub: // a place far from its neighbour's. Load it as it lies in memory; where a tile is in shared memory, any order is cheap.
// stub: //
// stub: // make check EX=04.8 says where you stand.
// solution end
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
        // solution begin
        a_tile[y][x] =
            a[(first + y) * m + first_row + x];  // a row of the tile belongs to one i, a column to a row of C
        // stub: a_tile[y][x] = a[(first + x) * m + first_row + y];
        // solution end
        b_tile[y][x] = b[(first + y) * n + col];
        __syncthreads();
        // solution begin
        for (unsigned i = 0; i < kTile; ++i) sum += a_tile[i][y] * b_tile[i][x];
        // stub: for (unsigned i = 0; i < kTile; ++i) sum += a_tile[y][i] * b_tile[i][x];
        // solution end
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
