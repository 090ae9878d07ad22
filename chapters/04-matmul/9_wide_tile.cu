// Wide tile: the tile of A is 64 elements deep instead of 32, and moves from its row to shared memory in float4 (GPU8 of Li, Ranka
// and Sahni). That makes half as many barriers, and a quarter of the instructions that load A. Compare with 8_round_robin.cu.
//
// A row of the tile in shared memory holds four neighbouring elements of A for each of the sixteen rows of C. The original
// has rows of 65 words, which keeps 16 banks apart. But a float4 must start at a multiple of 16 bytes, and with 65 words only every
// fourth row does: on today's GPUs that kernel stops with a misaligned address. Rows of 68 words all do, and on 32 banks the quarters
// of a warp that store a float4 each use every bank once.
//
// Predicted: the same sectors as before, in half as many steps; no bank conflict on 32 banks; a quarter of the shared stores. And a
// quarter of the shared loads: now that rows are aligned, the compiler reads four steps of k with one float4. A load of 16 bytes
// that all lanes share takes 2 wavefronts, so half of the wavefronts remain. The price is registers.
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/gemm.hpp"
#include "common/cuda/gemm_result.cuh"
#include "common/cuda/tile_grid.cuh"

namespace wide_tile {

constexpr unsigned kBlockX = 16;
constexpr unsigned kBlockY = 8;
constexpr unsigned kRows = 16;                  // of C, for each thread and for the block
constexpr unsigned kCols = kBlockX * kBlockY;   // of C, for the block
constexpr unsigned kVector = 4;                 // neighbours in a row of A, which each thread loads at once
constexpr unsigned kDepth = kVector * kBlockX;  // columns of A's tile
constexpr unsigned kPadded = kVector * kRows + kVector;
constexpr unsigned kInFlight = 4;  // elements of B
static_assert(kPadded % kVector == 0, "rows of the tile start at multiples of a float4");
static_assert(kRows % kBlockY == 0, "every thread loads from as many rows of A");

// Elements k to k + 3 of a row of A; zero where they lie behind its end. kVectors: rows start at multiples of 16 bytes.
template <bool kVectors>
__device__ float4 load_four(const float* row, std::size_t k, std::size_t size) {
    if constexpr (kVectors)
        if (k + 3 < size) return *reinterpret_cast<const float4*>(row + k);
    const auto element = [&](std::size_t i) { return i < size ? row[i] : 0; };
    return {element(k), element(k + 1), element(k + 2), element(k + 3)};
}

template <bool kVectors>
static __global__ void multiply_kernel(Gemm gemm) {
    // region: kernel
    // Element k of a row is a_tile[k / kVector][kVector * row + k % kVector].
    __shared__ __align__(sizeof(float4)) float a_tile[kBlockX][kPadded];
    const unsigned x = threadIdx.x;
    const unsigned y = threadIdx.y;
    const std::size_t first_row = gpu::tile_y() * kRows;
    const std::size_t col = gpu::tile_x() * kCols + kBlockX * y + x;
    // Threads beyond the last column do the same work as the last one, and store nothing.
    const float* b = gemm.b + (col < gemm.n ? col : gemm.n - 1);
    float sum[kRows] = {};
    // To C[first_row + i][col], for all i: A[first_row + i][first + k] * b_in, which is B[first + k][col].
    const auto add_products = [&](unsigned k, float b_in) {
#pragma unroll
        for (unsigned i = 0; i < kRows; ++i) sum[i] += a_tile[k / kVector][kVector * i + k % kVector] * b_in;
    };
    for (std::size_t first = 0; first < gemm.k; first += kDepth) {
#pragma unroll
        for (unsigned row = y; row < kRows; row += kBlockY) {
            float4 four = {0, 0, 0, 0};
            if (first_row + row < gemm.m)
                four =
                    load_four<kVectors>(gemm.a + (first_row + row) * gemm.lda, first + kVector * x, gemm.k);
            *reinterpret_cast<float4*>(&a_tile[x][kVector * row]) = four;
        }
        __syncthreads();
        if (first + kDepth <= gemm.k) {
            float b_in[kInFlight];
#pragma unroll
            for (unsigned i = 0; i < kInFlight; ++i) b_in[i] = b[i * gemm.ldb];
#pragma unroll
            for (unsigned k = 0; k < kDepth; ++k) {
                add_products(k, b_in[k % kInFlight]);
                if (k + kInFlight < kDepth) b_in[k % kInFlight] = b[(k + kInFlight) * gemm.ldb];
            }
        } else {
            for (unsigned k = 0; first + k < gemm.k; ++k) add_products(k, b[k * gemm.ldb]);
        }
        b += kDepth * gemm.ldb;
        __syncthreads();
    }
    // end region
    if (col >= gemm.n) return;
#pragma unroll
    for (unsigned i = 0; i < kRows; ++i) {
        if (first_row + i >= gemm.m) return;
        float* const c = gemm.c + (first_row + i) * gemm.ldc + col;
        *c = gpu::gemm_result(gemm, sum[i], c);
    }
}

// Any size, alignment and leading dimension.
void multiply(const Gemm& gemm) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const bool vectors =
        reinterpret_cast<std::uintptr_t>(gemm.a) % sizeof(float4) == 0 && gemm.lda % kVector == 0;
    const dim3 block(kBlockX, kBlockY);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(gemm.n, kCols), gpu::tiles_for(gemm.m, kRows));
    (vectors ? multiply_kernel<true> : multiply_kernel<false>)<<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace wide_tile
