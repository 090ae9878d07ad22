// Solution of exercise 05.3: each thread has 8 × 8 elements, eight apart, so that lanes beside each other have neighbours. Compare
// with chapters/05-shortcuts/2_register_blocked.cu.
#include "common/cuda/check.hpp"

constexpr unsigned kSide = 8;
constexpr unsigned kTile = kSide * kSide;  // elements on a side of the block's tile

static __global__ void shortcuts_kernel(float* r, const float* d, const float* t, std::size_t n) {
    const std::size_t first_i = blockIdx.x * std::size_t{kTile} + threadIdx.x;
    const std::size_t first_j = blockIdx.y * std::size_t{kTile} + threadIdx.y;
    float best[kSide][kSide];
    for (unsigned a = 0; a < kSide; ++a) {
        for (unsigned b = 0; b < kSide; ++b) best[a][b] = HUGE_VALF;
    }
    for (std::size_t k = 0; k < n; ++k) {
        float to_k[kSide], from_k[kSide];
        for (unsigned a = 0; a < kSide; ++a) to_k[a] = t[n * k + first_i + a * kSide];
        for (unsigned b = 0; b < kSide; ++b) from_k[b] = d[n * k + first_j + b * kSide];
        for (unsigned a = 0; a < kSide; ++a) {
            for (unsigned b = 0; b < kSide; ++b) best[a][b] = fminf(best[a][b], to_k[a] + from_k[b]);
        }
    }
    for (unsigned a = 0; a < kSide; ++a) {
        for (unsigned b = 0; b < kSide; ++b) r[n * (first_i + a * kSide) + first_j + b * kSide] = best[a][b];
    }
}

// r[i][j] = min over k of d[i][k] + d[k][j], on the device. t is the transpose of d; all are n × n, and n is a multiple of 64.
void shortcuts(float* r, const float* d, const float* t, std::size_t n) {
    const unsigned blocks = static_cast<unsigned>(n / kTile);
    const dim3 grid(blocks, blocks);
    const dim3 block(kSide, kSide);
    shortcuts_kernel<<<grid, block>>>(r, d, t, n);
    CUDA_CHECK(cudaGetLastError());
}
