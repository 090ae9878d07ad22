// Solution of exercise 05.4: one more row of blocks, with the two factors in the other order. Compare with
// chapters/05-shortcuts/parts/graph/floyd_warshall.cu.
#include "common/cuda/check.hpp"

constexpr unsigned kTile = 32;
constexpr unsigned kRows = 8;  // a block of 32 × 8 threads: each has every eighth row of its column

using Tile = float[kTile][kTile];

__device__ void load_tile(Tile& tile, const float* d, std::size_t n, std::size_t row, std::size_t col) {
    for (unsigned y = threadIdx.y; y < kTile; y += kRows)
        tile[y][threadIdx.x] = d[n * (row * kTile + y) + col * kTile + threadIdx.x];
}

// One more vertex on the way in each step. One of the factors is the tile itself.
__device__ void relax_by_steps(Tile& tile, const Tile& first, const Tile& second) {
    for (unsigned k = 0; k < kTile; ++k) {
        __syncthreads();
        for (unsigned y = threadIdx.y; y < kTile; y += kRows) {
            const float longer = first[y][k] + second[k][threadIdx.x];
            if (longer < tile[y][threadIdx.x]) tile[y][threadIdx.x] = longer;
        }
    }
}

static __global__ void middle_kernel(float* d, std::size_t n, std::size_t round) {
    __shared__ Tile own;
    __shared__ Tile tile;
    if (blockIdx.x == round) return;
    const bool beside = blockIdx.y == 0;
    const std::size_t row = beside ? round : blockIdx.x;
    const std::size_t col = beside ? blockIdx.x : round;
    load_tile(own, d, n, round, round);
    load_tile(tile, d, n, row, col);
    if (beside)
        relax_by_steps(tile, own, tile);
    else
        relax_by_steps(tile, tile, own);
    for (unsigned y = threadIdx.y; y < kTile; y += kRows)
        d[n * (row * kTile + y) + col * kTile + threadIdx.x] = tile[y][threadIdx.x];
}

// d: n × n on the device, n a multiple of 32. The tile (round, round) is done; now the other tiles of its row of tiles, and of its
// column: d[i][j] = min(d[i][j], d[i][k] + d[k][j]) for each k of the round. No cycle is negative.
void middle_phase(float* d, std::size_t n, std::size_t round) {
    const unsigned tiles = static_cast<unsigned>(n / kTile);
    const dim3 grid(tiles, 2);
    const dim3 block(kTile, kRows);
    middle_kernel<<<grid, block>>>(d, n, round);
    CUDA_CHECK(cudaGetLastError());
}
