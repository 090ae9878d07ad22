// Exercise 04.8: the transpose of A times B. A is stored as k × m, and neighbouring threads of this kernel load elements of
// A's tile that lie far apart. Load the tile as it lies in memory; in shared memory any order is cheap.
//
// make check EX=04.8 says where you stand.
#include "common/cuda/check.hpp"
#include "common/cuda/tile_grid.cuh"

constexpr unsigned kTile = 16;  // a block has 16 × 16 threads, one for each element of its tile of C

// your work begins
static __global__ void multiply_kernel(float* c, const float* a, const float* b, std::size_t m, std::size_t n,
                                       std::size_t k) {
    __shared__ float a_tile[kTile][kTile];
    __shared__ float b_tile[kTile][kTile];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const std::size_t first_row = gpu::tile_y() * kTile;
    const std::size_t col = gpu::tile_x() * kTile + x;

    float sum = 0;
    for (std::size_t first = 0; first < k; first += kTile) {
        a_tile[y][x] = a[(first + x) * m + first_row + y];
        b_tile[y][x] = b[(first + y) * n + col];
        __syncthreads();
        for (unsigned i = 0; i < kTile; ++i) sum += a_tile[y][i] * b_tile[i][x];
        __syncthreads();
    }
    c[(first_row + y) * n + col] = sum;
}
// your work ends

// C = A^T * B on the device, row after row: A is k × m, B is k × n, C is m × n. All three are multiples of 16.
void multiply(float* c, const float* a, const float* b, std::size_t m, std::size_t n, std::size_t k) {
    const dim3 block(kTile, kTile);
    const dim3 grid = gpu::tile_grid(n / kTile, m / kTile);
    multiply_kernel<<<grid, block>>>(c, a, b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}
