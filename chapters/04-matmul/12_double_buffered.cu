// New base: copies start in one step and are used in the next, so the code that loads the tiles is new.
//
// Double-buffered: the tiles of the next step are in flight while the block multiplies those of this one. There are two buffers of
// each tile: cp.async fills one without passing through registers, while all threads read the other. A step needs one barrier, not
// two: after it the new tiles are complete, and the old ones may be overwritten. Compare with 11_vectorised.cu, where every thread
// waits for its float4 before it can store them, and then for all other threads.
//
// cp.async moves bytes and cannot transpose a tile, so A comes element by element: 4 copies of 4 bytes instead of one load and four
// stores. They need no alignment.
//
// Predicted: rung 11's shared loads and wavefronts, no bank conflicts, half its barriers, no shared store by a thread.
#include "common/cuda/async_copy.cuh"
#include "common/cuda/check.hpp"
#include "common/cuda/four.cuh"
#include "common/cuda/gemm.hpp"
#include "common/cuda/tile_grid.cuh"

namespace double_buffered {

constexpr unsigned kVector = 4;                // floats in a float4
constexpr unsigned kSide = 16;                 // threads on a side of the block
constexpr unsigned kRuns = 2;                  // runs of kVector rows, and of columns, that a thread has
constexpr unsigned kStep = kSide * kVector;    // from one run to the next
constexpr unsigned kTile = kRuns * kStep;      // elements of C on a side of the block's tile
constexpr unsigned kSquare = kRuns * kVector;  // elements on a side of a thread's square
constexpr unsigned kDepth = 16;                // k's of a tile of A and of B
constexpr unsigned kThreads = kSide * kSide;
constexpr unsigned kRun = 8;  // neighbours in a row of A that lanes fetch together: a sector
constexpr unsigned kPad = 4;  // a warp writes 4 rows of 8 k's of A: banks 4 k + row, all different
constexpr unsigned kARows = kThreads / kRun;             // rows of A that the block fetches at a time
constexpr unsigned kBRows = kThreads * kVector / kTile;  // rows of B
constexpr unsigned kBuffers = 2;
static_assert(kDepth % kRun == 0 && kTile % kARows == 0 && kDepth % kBRows == 0, "tiles are whole steps");

// kAligned: all rows of B and C are made of whole float4 (common/cuda/four.cuh).
template <bool kAligned>
static __global__ void __launch_bounds__(kThreads, 2) multiply_kernel(Gemm gemm) {
    __shared__ alignas(16) float a_tile[kBuffers][kDepth][kTile + kPad];  // transposed: a_tile[…][k][row]
    __shared__ alignas(16) float b_tile[kBuffers][kDepth][kTile];
    constexpr unsigned kBytes = kAligned ? sizeof(float4) : sizeof(float);  // of a copy from B
    const std::size_t first_row = gpu::tile_y() * kTile;
    const std::size_t first_col = gpu::tile_x() * kTile;
    if (first_row >= gemm.m) return;  // a grid of more than 65535 tiles downwards hangs over (tile_grid.cuh)
    const unsigned thread = threadIdx.y * kSide + threadIdx.x;
    const unsigned a_row = thread / kRun;
    const unsigned a_k = thread % kRun;
    const unsigned b_k = thread / (kTile / kVector);
    const unsigned b_col = thread % (kTile / kVector) * kVector;
    const unsigned row = threadIdx.y * kVector;  // of the thread's first run, within the tile
    const unsigned col = threadIdx.x * kVector;

    const float* a_source = gemm.a + (first_row + a_row) * gemm.lda + a_k;
    const float* b_source = gemm.b + b_k * gemm.ldb + first_col + b_col;
    const unsigned rows = min(gemm.m - first_row, std::size_t{kTile});  // of C in this tile
    const unsigned cols = min(gemm.n - first_col, std::size_t{kTile});
    const unsigned steps = (gemm.k + kDepth - 1) / kDepth;
    // Starts the copies of the tiles of a step. Beyond the edges of A and B zeros are written.
    const auto start_copies = [&](unsigned step) {
        const unsigned buffer = step % kBuffers;
        const unsigned depth = step + 1 == steps ? (gemm.k - 1) % kDepth + 1 : kDepth;
#pragma unroll
        for (unsigned k = 0; k < kDepth; k += kRun) {
            const float* source = a_source + k;
#pragma unroll
            for (unsigned row = 0; row < kTile; row += kARows, source += kARows * gemm.lda) {
                const bool inside = a_row + row < rows && a_k + k < depth;
                gpu::copy_async<4>(&a_tile[buffer][a_k + k][a_row + row], source, inside);
            }
        }
#pragma unroll
        for (unsigned k = 0; k < kDepth; k += kBRows) {
#pragma unroll
            for (unsigned c = 0; c < kVector; c += kBytes / sizeof(float)) {
                const bool inside = b_col + c < cols && b_k + k < depth;
                float* const place = &b_tile[buffer][b_k + k][b_col + c];
                gpu::copy_async<kBytes>(place, b_source + k * gemm.ldb + c, inside);
            }
        }
        gpu::commit_copies();
        a_source += kDepth;
        b_source += kDepth * gemm.ldb;
    };

    // region: loop
    float sum[kSquare][kSquare] = {};
    if (steps > 0) start_copies(0);
    for (unsigned step = 0; step < steps; ++step) {
        const unsigned buffer = step % kBuffers;
        gpu::wait_for_copies<0>();
        __syncthreads();  // this buffer is complete, and no thread still reads the other one
        if (step + 1 < steps) start_copies(step + 1);
#pragma unroll
        for (unsigned k = 0; k < kDepth; ++k) {
            alignas(16) float a[kSquare];
            alignas(16) float b[kSquare];
#pragma unroll
            for (unsigned run = 0; run < kRuns; ++run) {
                float4* const a_four = reinterpret_cast<float4*>(&a[run * kVector]);
                float4* const b_four = reinterpret_cast<float4*>(&b[run * kVector]);
                // Four rows of A and four columns of B, of one k.
                *a_four = *reinterpret_cast<const float4*>(&a_tile[buffer][k][row + run * kStep]);
                *b_four = *reinterpret_cast<const float4*>(&b_tile[buffer][k][col + run * kStep]);
            }
#pragma unroll
            for (unsigned i = 0; i < kSquare; ++i)
#pragma unroll
                for (unsigned j = 0; j < kSquare; ++j) sum[i][j] += a[i] * b[j];
        }
    }
    // end region

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
    const bool aligned =
        gpu::holds_float4(gemm.b, gemm.n, gemm.ldb) && gpu::holds_float4(gemm.c, gemm.n, gemm.ldc);
    const dim3 block(kSide, kSide);
    const dim3 grid = gpu::tile_grid(gpu::tiles_for(gemm.n, kTile), gpu::tiles_for(gemm.m, kTile));
    (aligned ? multiply_kernel<true> : multiply_kernel<false>)<<<grid, block>>>(gemm);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace double_buffered
