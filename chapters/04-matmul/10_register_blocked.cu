// New base: a thread has a square of C, and both tiles are in shared memory again.
//
// Register-blocked: a thread computes a square of 8 x 8 elements of C instead of a row or a column of them. For each k it loads 8
// elements of A and 8 of B from shared memory, and multiplies each with each: 16 loads for 64 multiplications, where a column of 16
// takes 17 for 16. The tile of a block grows to 128 x 128, which loads an eighth of what tiles of 16 load from global memory.
// Compare with 9_wide_tile.cu.
//
// A thread's rows are 16 apart, and so are its columns: neighbouring lanes have neighbouring columns, and no load has a bank
// conflict.
//
// Predicted, for each k and warp: 16 shared loads of 1 wavefront each for 64 FFMA, so at most 64 / 80 of the issue slots
// multiply. n^3 / 64 elements loaded from global memory, in full sectors.
#include "common/cuda/check.hpp"
#include "common/cuda/gemm.hpp"
#include "common/cuda/gemm_result.cuh"
#include "common/cuda/tile_grid.cuh"

namespace register_blocked {

constexpr unsigned kSide = 16;               // threads on a side of the block
constexpr unsigned kSquare = 8;              // elements on a side of a thread's square
constexpr unsigned kTile = kSide * kSquare;  // elements of C on a side of the block's tile
constexpr unsigned kDepth = 16;              // k's of a tile of A and of B
constexpr unsigned kThreads = kSide * kSide;
constexpr unsigned kRun = 8;  // neighbours in a row of A that lanes fetch together: a sector
constexpr unsigned kPad = 4;  // a warp stores 4 rows of 8 k's of A: banks 4 k + row, all different
constexpr unsigned kARows = kThreads / kRun;   // rows of A that the block fetches at a time
constexpr unsigned kBRows = kThreads / kTile;  // rows of B
static_assert(kDepth % kRun == 0 && kTile % kARows == 0 && kDepth % kBRows == 0, "tiles are whole steps");

// Two blocks on a multiprocessor: one has work while the other waits at a barrier. That leaves a thread 128 registers.
static __global__ void __launch_bounds__(kThreads, 2) multiply_kernel(Gemm gemm) {
    __shared__ float a_tile[kDepth][kTile + kPad];  // transposed: a_tile[k][row]
    __shared__ float b_tile[kDepth][kTile];
    const std::size_t first_row = gpu::tile_y() * kTile;
    const std::size_t first_col = gpu::tile_x() * kTile;
    const unsigned thread = threadIdx.y * kSide + threadIdx.x;
    const unsigned a_row = thread / kRun;
    const unsigned a_k = thread % kRun;
    const unsigned b_k = thread / kTile;
    const unsigned b_col = thread % kTile;

    // region: square
    float sum[kSquare][kSquare] = {};
    for (std::size_t first = 0; first < gemm.k; first += kDepth) {
#pragma unroll
        for (unsigned k = a_k; k < a_k + kDepth; k += kRun) {
#pragma unroll
            for (unsigned row = a_row; row < a_row + kTile; row += kARows) {
                const bool inside = first_row + row < gemm.m && first + k < gemm.k;
                a_tile[k][row] = inside ? gemm.a[(first_row + row) * gemm.lda + first + k] : 0;
            }
        }
#pragma unroll
        for (unsigned k = b_k; k < b_k + kDepth; k += kBRows) {
            const bool inside = first + k < gemm.k && first_col + b_col < gemm.n;
            b_tile[k][b_col] = inside ? gemm.b[(first + k) * gemm.ldb + first_col + b_col] : 0;
        }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < kDepth; ++k) {
            float a[kSquare];
            float b[kSquare];
#pragma unroll
            for (unsigned i = 0; i < kSquare; ++i)
                a[i] = a_tile[k][threadIdx.y + i * kSide];  // A[row][first + k]
#pragma unroll
            for (unsigned j = 0; j < kSquare; ++j)
                b[j] = b_tile[k][threadIdx.x + j * kSide];  // B[first + k][col]
#pragma unroll
            for (unsigned i = 0; i < kSquare; ++i)
#pragma unroll
                for (unsigned j = 0; j < kSquare; ++j) sum[i][j] += a[i] * b[j];  // of C[row][col]
        }
        __syncthreads();
    }
    // end region

#pragma unroll
    for (unsigned i = 0; i < kSquare; ++i) {
        const std::size_t row = first_row + threadIdx.y + i * kSide;
#pragma unroll
        for (unsigned j = 0; j < kSquare; ++j) {
            const std::size_t col = first_col + threadIdx.x + j * kSide;
            if (row >= gemm.m || col >= gemm.n) continue;
            float* const c = gemm.c + row * gemm.ldc + col;
            *c = gpu::gemm_result(gemm, sum[i][j], c);
        }
    }
}

// Any size and leading dimension.
void multiply(const Gemm& gemm) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const dim3 block(kSide, kSide);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(gemm.n, kTile), gpu::tiles_for(gemm.m, kTile));
    multiply_kernel<<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace register_blocked
