// See floyd_warshall.hpp.
#include "chapters/05-shortcuts/parts/graph/floyd_warshall.hpp"

#include "common/cuda/check.hpp"

namespace graph {

constexpr int kTile = 32;
constexpr int kRows = 8;  // a block of 32 × 8 threads: each has every eighth row of its column

using Tile = float[kTile][kTile + 1];  // the padding keeps columns free of bank conflicts

// The tile at (row, col), in tiles, of n × n lengths. What hangs over is infinite.
__device__ inline void load_tile(Tile& tile, const float* d, std::size_t n, std::size_t row,
                                 std::size_t col) {
    for (int y = threadIdx.y; y < kTile; y += kRows) {
        const std::size_t i = row * kTile + y;
        const std::size_t j = col * kTile + threadIdx.x;
        tile[y][threadIdx.x] = i < n && j < n ? d[n * i + j] : HUGE_VALF;
    }
}

__device__ inline void store_tile(const Tile& tile, float* d, std::size_t n, std::size_t row,
                                  std::size_t col) {
    for (int y = threadIdx.y; y < kTile; y += kRows) {
        const std::size_t i = row * kTile + y;
        const std::size_t j = col * kTile + threadIdx.x;
        if (i < n && j < n) d[n * i + j] = tile[y][threadIdx.x];
    }
}

// tile[y][x] = min(tile[y][x], first[y][k] + second[k][x]), k by k: one of the two, or both, may be the tile itself. Then its column k
// or row k, or both, are read in step k and must stay as they are; a barrier a step is enough. They would stay by themselves, since
// no vertex is on a cycle of less than zero, if sums were not rounded.
__device__ inline void relax_by_steps(Tile& tile, const Tile& first, const Tile& second) {
    const bool reads_column = &first == &tile;
    const bool reads_row = &second == &tile;
    for (int k = 0; k < kTile; ++k) {
        __syncthreads();
        for (int y = threadIdx.y; y < kTile; y += kRows) {
            if ((reads_column && threadIdx.x == k) || (reads_row && y == k)) continue;
            const float longer = first[y][k] + second[k][threadIdx.x];
            if (longer < tile[y][threadIdx.x]) tile[y][threadIdx.x] = longer;
        }
    }
    __syncthreads();
}

static __global__ void own_tile_kernel(float* d, std::size_t n, std::size_t round) {
    __shared__ Tile tile;
    load_tile(tile, d, n, round, round);
    relax_by_steps(tile, tile, tile);
    store_tile(tile, d, n, round, round);
}

// blockIdx.y 0: the tile beside the own one, in its row of tiles; 1: the tile below or above, in its column.
static __global__ void neighbours_kernel(float* d, std::size_t n, std::size_t round) {
    __shared__ Tile own;
    __shared__ Tile tile;
    if (blockIdx.x == round) return;
    const bool beside = blockIdx.y == 0;
    const std::size_t row = beside ? round : blockIdx.x;
    const std::size_t col = beside ? blockIdx.x : round;
    load_tile(own, d, n, round, round);
    load_tile(tile, d, n, row, col);
    if (beside) {
        relax_by_steps(tile, own, tile);
    } else {
        relax_by_steps(tile, tile, own);
    }
    store_tile(tile, d, n, row, col);
}

static __global__ void others_kernel(float* d, std::size_t n, std::size_t round) {
    __shared__ Tile first;
    __shared__ Tile second;
    if (blockIdx.x == round || blockIdx.y == round) return;
    load_tile(first, d, n, blockIdx.y, round);
    load_tile(second, d, n, round, blockIdx.x);
    __syncthreads();
    for (int y = threadIdx.y; y < kTile; y += kRows) {
        const std::size_t i = blockIdx.y * std::size_t{kTile} + y;
        const std::size_t j = blockIdx.x * std::size_t{kTile} + threadIdx.x;
        if (i >= n || j >= n) continue;
        float best = d[n * i + j];
#pragma unroll
        for (int k = 0; k < kTile; ++k) best = fminf(best, first[y][k] + second[k][threadIdx.x]);
        d[n * i + j] = best;
    }
}

int floyd_warshall(gpu::Buffer<float>& d, std::size_t n) {
    const unsigned tiles = static_cast<unsigned>((n + kTile - 1) / kTile);
    const dim3 block(kTile, kRows);
    const dim3 own(1);
    const dim3 neighbours(tiles, 2);
    const dim3 others(tiles, tiles);
    // region: rounds
    for (unsigned round = 0; round < tiles; ++round) {
        own_tile_kernel<<<own, block>>>(d.data(), n, round);
        CUDA_CHECK(cudaGetLastError());
        neighbours_kernel<<<neighbours, block>>>(d.data(), n, round);
        CUDA_CHECK(cudaGetLastError());
        others_kernel<<<others, block>>>(d.data(), n, round);
        CUDA_CHECK(cudaGetLastError());
    }
    // end region
    return static_cast<int>(tiles);
}

}  // namespace graph
