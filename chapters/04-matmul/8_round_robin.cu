// Round robin: four elements of B are in flight while the ones before are used (GPU7 of Li, Ranka and Sahni). A load takes hundreds
// of cycles, and a thread that needs its result at once waits. Here each of four registers is loaded again as soon as its element
// has been used, and is needed three elements later. Compare with 7_column_per_thread.cu: the same loads in the same order, each
// started earlier.
//
// Predicted: no count changes. A compiler that unrolls the loop may start loads early by itself, and then the time does not change
// either; the registers and the machine code show whether it did.
#include <cstdint>

#include "common/cuda/check.hpp"
#include "common/cuda/gemm.hpp"
#include "common/cuda/gemm_result.cuh"
#include "common/cuda/tile_grid.cuh"

namespace round_robin {

constexpr unsigned kBlockX = 16;
constexpr unsigned kBlockY = 8;
constexpr unsigned kRows = 16;                 // of C, for each thread and for the block
constexpr unsigned kCols = kBlockX * kBlockY;  // of C, for the block
constexpr unsigned kDepth = 2 * kBlockX;       // columns of A's tile: each thread loads two neighbours
constexpr unsigned kPadded = kRows + 1;
constexpr unsigned kInFlight = 4;  // elements of B
static_assert(kRows % kBlockY == 0, "every thread loads from as many rows of A");

// Elements k and k + 1 of a row of A; zero where they lie behind its end. kVectors: rows start at multiples of 8 bytes.
template <bool kVectors>
__device__ float2 load_pair(const float* row, std::size_t k, std::size_t size) {
    if (k + 1 < size) {
        if constexpr (kVectors) return *reinterpret_cast<const float2*>(row + k);
        return {row[k], row[k + 1]};
    }
    return {k < size ? row[k] : 0, 0};
}

template <bool kVectors>
static __global__ void multiply_kernel(Gemm gemm) {
    // region: kernel
    __shared__ float a_tile[kDepth][kPadded];  // a_tile[k][row]
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
        for (unsigned i = 0; i < kRows; ++i) sum[i] += a_tile[k][i] * b_in;
    };
    for (std::size_t first = 0; first < gemm.k; first += kDepth) {
#pragma unroll
        for (unsigned row = y; row < kRows; row += kBlockY) {
            float2 pair = {0, 0};
            if (first_row + row < gemm.m)
                pair = load_pair<kVectors>(gemm.a + (first_row + row) * gemm.lda, first + 2 * x, gemm.k);
            a_tile[2 * x][row] = pair.x;
            a_tile[2 * x + 1][row] = pair.y;
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
    const bool vectors = reinterpret_cast<std::uintptr_t>(gemm.a) % sizeof(float2) == 0 && gemm.lda % 2 == 0;
    const dim3 block(kBlockX, kBlockY);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(gemm.n, kCols), gpu::tiles_for(gemm.m, kRows));
    (vectors ? multiply_kernel<true> : multiply_kernel<false>)<<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace round_robin
