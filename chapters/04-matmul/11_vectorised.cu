// New base: everything moves four floats at a time, so each index reaches another element than before.
//
// Vectorised: a thread's 8 rows are two runs of 4 neighbours, and so are its columns. One instruction loads four elements from shared
// memory as a float4: 4 loads for 64 multiplications instead of 16. The tiles come from global memory as float4 too; A's are
// transposed on the way, since a thread needs four rows of one k. Compare with 10_register_blocked.cu.
//
// Why two runs and not 8 neighbours? Lanes that read float4 8 floats apart collide in the banks in pairs. With runs, the lanes of a
// quarter-warp read 128 bytes side by side: 32 banks, once each.
//
// Predicted, for each k and warp: 4 shared loads for 64 FFMA, 2 x 2 wavefronts for A (pairs of lanes read one address, and
// quarter-warps are served together) and 2 x 4 for B; no bank conflicts. 64 / 68 of the issue slots may multiply.
#include "common/cuda/check.hpp"
#include "common/cuda/four.cuh"
#include "common/cuda/gemm.hpp"
#include "common/cuda/tile_grid.cuh"

namespace vectorised {

constexpr unsigned kVector = 4;                // floats in a float4
constexpr unsigned kSide = 16;                 // threads on a side of the block
constexpr unsigned kRuns = 2;                  // runs of kVector rows, and of columns, that a thread has
constexpr unsigned kStep = kSide * kVector;    // from one run to the next
constexpr unsigned kTile = kRuns * kStep;      // elements of C on a side of the block's tile
constexpr unsigned kSquare = kRuns * kVector;  // elements on a side of a thread's square
constexpr unsigned kDepth = 16;                // k's of a tile of A and of B
constexpr unsigned kThreads = kSide * kSide;
constexpr unsigned kARun = 8;  // neighbours in a row of A that two lanes fetch together: a sector
constexpr unsigned kPad = 4;   // a warp stores 16 rows at 2 places of k: banks 4 k + row, all different
constexpr unsigned kBRows = kThreads * kVector / kTile;  // rows of B that the block fetches at a time
static_assert(kThreads * kVector == kTile * kARun && kDepth % kARun == 0 && kDepth % kBRows == 0,
              "tiles are whole steps");

// kAligned: all rows of all matrices are made of whole float4 (common/cuda/four.cuh).
template <bool kAligned>
static __global__ void __launch_bounds__(kThreads, 2) multiply_kernel(Gemm gemm) {
    __shared__ alignas(16) float a_tile[kDepth][kTile + kPad];  // transposed: a_tile[k][row]
    __shared__ alignas(16) float b_tile[kDepth][kTile];
    const std::size_t first_row = gpu::tile_y() * kTile;
    const std::size_t first_col = gpu::tile_x() * kTile;
    const unsigned thread = threadIdx.y * kSide + threadIdx.x;
    const unsigned a_row = thread / (kARun / kVector);
    const unsigned a_k = thread % (kARun / kVector) * kVector;
    const unsigned b_k = thread / (kTile / kVector);
    const unsigned b_col = thread % (kTile / kVector) * kVector;
    const unsigned row = threadIdx.y * kVector;  // of the thread's first run, within the tile
    const unsigned col = threadIdx.x * kVector;

    float sum[kSquare][kSquare] = {};
    for (std::size_t first = 0; first < gemm.k; first += kDepth) {
#pragma unroll
        for (unsigned k = a_k; k < a_k + kDepth; k += kARun) {
            const std::size_t row = first_row + a_row;
            const std::size_t end = row < gemm.m ? gemm.k : 0;
            const float4 four = gpu::load_four<kAligned>(gemm.a + row * gemm.lda, first + k, end);
            a_tile[k + 0][a_row] = four.x;
            a_tile[k + 1][a_row] = four.y;
            a_tile[k + 2][a_row] = four.z;
            a_tile[k + 3][a_row] = four.w;
        }
#pragma unroll
        for (unsigned k = b_k; k < b_k + kDepth; k += kBRows) {
            const std::size_t end = first + k < gemm.k ? gemm.n : 0;
            const float* const source = gemm.b + (first + k) * gemm.ldb;
            const float4 four = gpu::load_four<kAligned>(source, first_col + b_col, end);
            *reinterpret_cast<float4*>(&b_tile[k][b_col]) = four;
        }
        __syncthreads();
#pragma unroll
        // region: runs
        for (unsigned k = 0; k < kDepth; ++k) {
            alignas(16) float a[kSquare];
            alignas(16) float b[kSquare];
#pragma unroll
            for (unsigned run = 0; run < kRuns; ++run) {
                float4* const a_four = reinterpret_cast<float4*>(&a[run * kVector]);
                float4* const b_four = reinterpret_cast<float4*>(&b[run * kVector]);
                // Four rows of A and four columns of B, of one k.
                *a_four = *reinterpret_cast<const float4*>(&a_tile[k][row + run * kStep]);
                *b_four = *reinterpret_cast<const float4*>(&b_tile[k][col + run * kStep]);
            }
#pragma unroll
            for (unsigned i = 0; i < kSquare; ++i)
#pragma unroll
                for (unsigned j = 0; j < kSquare; ++j) sum[i][j] += a[i] * b[j];
        }
        // end region
        __syncthreads();
    }

#pragma unroll
    for (unsigned i = 0; i < kSquare; ++i) {
        const std::size_t c_row = first_row + row + i / kVector * kStep + i % kVector;
#pragma unroll
        for (unsigned run = 0; run < kRuns; ++run) {
            const float* const four = &sum[i][run * kVector];
            gpu::store_four<kAligned>(gemm, c_row, first_col + col + run * kStep,
                                      make_float4(four[0], four[1], four[2], four[3]));
        }
    }
}

// Any size and leading dimension.
void multiply(const Gemm& gemm) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const bool aligned = gpu::holds_float4(gemm.a, gemm.k, gemm.lda) &&
                         gpu::holds_float4(gemm.b, gemm.n, gemm.ldb) &&
                         gpu::holds_float4(gemm.c, gemm.n, gemm.ldc);
    const dim3 block(kSide, kSide);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(gemm.n, kTile), gpu::tiles_for(gemm.m, kTile));
    (aligned ? multiply_kernel<true> : multiply_kernel<false>)<<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace vectorised
