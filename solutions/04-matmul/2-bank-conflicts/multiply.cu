// Solution of exercise 04.2: rows of the transposed tile have 18 floats. A warp stores two columns of 16, to words 18 x + y with y = 0
// or 1: even banks for one column, odd ones for the other. Compare with chapters/04-matmul/6_bank_conflict_free.cu.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr unsigned kTile = 16;  // a block has 16 × 16 threads, one for each element of its tile of C

static __global__ void multiply_kernel(float* c, const float* a, const float* b, std::size_t n,
                                       std::size_t k) {
    __shared__ float a_tile[kTile][kTile];
    __shared__ float b_tile[kTile][kTile + 2];
    const std::size_t first_row = gpu::tile_y() * kTile;  // of A
    const std::size_t first_col = gpu::tile_x() * kTile;  // of C, and so the first row of B
    const unsigned x = threadIdx.x, y = threadIdx.y;

    float sum = 0;
    for (std::size_t first = 0; first < k; first += kTile) {
        a_tile[y][x] = a[(first_row + y) * k + first + x];
        b_tile[x][y] = b[(first_col + y) * k + first + x];  // turned: b_tile[i] belongs to column first + i
        __syncthreads();
        for (unsigned i = 0; i < kTile; ++i) sum += a_tile[y][i] * b_tile[i][x];
        __syncthreads();
    }
    c[(first_row + y) * n + first_col + x] = sum;
}

// C = A * B^T on the device, row after row: A is m × k, B is n × k, C is m × n. All three are multiples of 16.
void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(n / kTile, m / kTile);
    multiply_kernel<<<grid, block>>>(c, a, b, n, k);
    CUDA_CHECK(cudaGetLastError());
}
