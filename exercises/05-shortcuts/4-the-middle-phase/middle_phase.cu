// Exercise 05.4: the middle phase of a round of blocked Floyd-Warshall, for the tiles beside the round's own. Those above and
// below it are missing.
//
// make check EX=05.4 says where you stand.
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

// your work begins
static __global__ void middle_kernel(float* d, std::size_t n, std::size_t round) {
    __shared__ Tile own;
    __shared__ Tile tile;
    if (blockIdx.x == round) return;
    const std::size_t row = round;
    const std::size_t col = blockIdx.x;
    load_tile(own, d, n, round, round);
    load_tile(tile, d, n, row, col);
    relax_by_steps(tile, own, tile);
    for (unsigned y = threadIdx.y; y < kTile; y += kRows)
        d[n * (row * kTile + y) + col * kTile + threadIdx.x] = tile[y][threadIdx.x];
}

// d: n × n on the device, n a multiple of 32. The tile (round, round) is done; now the other tiles of its row of tiles, and of its
// column: d[i][j] = min(d[i][j], d[i][k] + d[k][j]) for each k of the round. No cycle is negative.
void middle_phase(float* d, std::size_t n, std::size_t round) {
    const unsigned tiles = static_cast<unsigned>(n / kTile);
    const dim3 grid(tiles);
    const dim3 block(kTile, kRows);
    middle_kernel<<<grid, block>>>(d, n, round);
    CUDA_CHECK(cudaGetLastError());
}
// your work ends
