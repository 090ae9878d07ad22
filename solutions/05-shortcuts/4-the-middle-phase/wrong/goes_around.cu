// fails: the factors come from shared memory, without bank conflicts | shared loads: 0 wavefronts; at least 1536 are expected
// A warp has both tiles in its registers, a column of each in a lane, and fetches what it wants of others by shuffles.
#include "common/cuda/check.hpp"

constexpr unsigned kTile = 32;

static __global__ void middle_kernel(float* d, std::size_t n, std::size_t round) {
    if (blockIdx.x == round) return;
    const unsigned lane = threadIdx.x;
    const bool beside = blockIdx.y == 0;
    const std::size_t row = beside ? round : blockIdx.x;
    const std::size_t col = beside ? blockIdx.x : round;
    float own[kTile], tile[kTile];
    for (unsigned y = 0; y < kTile; ++y) {
        own[y] = d[n * (round * kTile + y) + round * kTile + lane];
        tile[y] = d[n * (row * kTile + y) + col * kTile + lane];
    }
#pragma unroll
    for (unsigned k = 0; k < kTile; ++k) {
        const float second = beside ? tile[k] : own[k];
#pragma unroll
        for (unsigned y = 0; y < kTile; ++y) {
            const float first = __shfl_sync(0xffffffff, beside ? own[y] : tile[y], k);
            tile[y] = fminf(tile[y], first + second);
        }
    }
    for (unsigned y = 0; y < kTile; ++y) d[n * (row * kTile + y) + col * kTile + lane] = tile[y];
}

void middle_phase(float* d, std::size_t n, std::size_t round) {
    const unsigned tiles = static_cast<unsigned>(n / kTile);
    const dim3 grid(tiles, 2);
    const dim3 block(kTile);
    middle_kernel<<<grid, block>>>(d, n, round);
    CUDA_CHECK(cudaGetLastError());
}
