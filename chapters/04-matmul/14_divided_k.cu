// New base: the tile becomes a parameter, because no one tile suits every size, and k is divided twice more.
//
// Divided k: enough blocks for every product. Rung 13's tile of 128 x 256 makes 8 blocks of a 512 x 512 matrix, for 132
// multiprocessors, and 2 of a 256 x 256 one, however large k is. So k is divided like C. The warps of a block divide it: the tile is
// smaller, and a thread still has as many elements. Blocks divide it too. Each warp and each block adds up its own part of k. Warps
// then add their sums through shared memory; blocks write theirs to sheets the size of C, which a second kernel adds. The order is
// fixed, so the same call gives the same bits. parts/choice.cpp chooses the tile and the number of parts. Compare with
// 13_warp_tiled.cu, whose loop this is.
//
// Predicted: the loop of rung 13 for tiles of 64 x 128 with 4 slices of k, on 128 of 132 multiprocessors at 1024^3 where rung 13
// has 32 of them. A second pass takes 4 us, which pays where there are few tiles and k is large.
#include <algorithm>

#include "common/cuda/async_copy.cuh"
#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/dependent_launch.cuh"
#include "common/cuda/four.cuh"
#include "common/cuda/gemm.hpp"
#include "common/cuda/pieces.cuh"
#include "common/cuda/tile_grid.cuh"

namespace divided_k {

constexpr unsigned kVector = 4;                   // floats in a float4
constexpr unsigned kLaneRows = 4, kLaneCols = 8;  // a warp's lanes as a grid
constexpr unsigned kThreads = 256;
constexpr unsigned kSliceDepth = 8;  // k's that a warp multiplies in a step
constexpr unsigned kRun = 8;         // neighbours in a row of A that lanes fetch together: a sector
constexpr unsigned kPad = 4;         // a warp writes 4 rows of 8 k's of A: banks 4 k + row, all different
constexpr unsigned kARows = kThreads / kRun;  // rows of A that the block fetches at a time

// The sizes that belong to a tile. kWarps warps share its elements, and kSlices such groups of warps divide its k's. A thread's
// rows are row_runs runs of kVector neighbours, its columns col_runs such runs.
template <unsigned warp_rows, unsigned warp_cols, unsigned slices, unsigned row_runs, unsigned col_runs,
          unsigned buffers, unsigned blocks>
struct Shape {
    static constexpr unsigned kWarpCols = warp_cols, kWarps = warp_rows * warp_cols;   // of a slice
    static constexpr unsigned kSlices = slices, kBuffers = buffers, kBlocks = blocks;  // on a multiprocessor
    static constexpr unsigned kRows = row_runs * kVector, kCols = col_runs * kVector;  // of a thread
    static constexpr unsigned kTileRows = warp_rows * kLaneRows * kRows;
    static constexpr unsigned kTileCols = warp_cols * kLaneCols * kCols;
    static constexpr unsigned kSumFours = kTileCols / kVector + 1;  // rows 4 apart lie half the banks apart
    static constexpr unsigned kSums = kTileRows * kSumFours;        // float4 of a slice
    static constexpr unsigned kDepth = kSlices * kSliceDepth;
    static_assert(32 * kWarps * kSlices == kThreads, "8 warps");
    static_assert(kDepth % kRun == 0 && kTileRows % kARows == 0, "tiles of A are whole passes");

    struct Tiles {
        alignas(16) float a[kDepth][kTileRows + kPad];  // transposed: a[k][row]
        alignas(16) float b[kDepth][kTileCols];
    };
    // For the tiles and, after the last step, in their place, each slice's sums.
    static constexpr std::size_t kSharedBytes =
        std::max(kBuffers * sizeof(Tiles), kSlices > 1 ? kSlices * kSums * sizeof(float4) : 0);
};
using Wide = Shape<2, 4, 1, 4, 2, 4, 1>;    // 128 x 256: rung 13's
using Square = Shape<4, 2, 1, 2, 2, 4, 2>;  // 128 x 128: of two blocks one starts while the other ends
using Flat = Shape<1, 2, 4, 4, 2, 4, 1>;    // 64 x 128, and k in 4 slices
using Small = Shape<1, 1, 8, 2, 2, 3, 2>;   // 32 x 64, and k in 8
using Least = Shape<1, 1, 8, 2, 1, 4, 2>;   // 32 x 32

// A block's part of k.
struct Part {
    unsigned parts;
    std::size_t k;      // of a part; the last one may have fewer
    std::size_t sheet;  // elements from a part's C to the next part's
};

// first + offset or, beyond the end, another index. Neighbours get neighbours: many copies of one element would take turns.
__device__ inline std::size_t wrapped(std::size_t first, unsigned offset, std::size_t end, unsigned tile) {
    return first + offset < end ? first + offset
                                : offset % static_cast<unsigned>(min(end, std::size_t{tile}));
}

__device__ inline float4 add(const float4& x, const float4& y) {
    return make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}

// kAligned: all rows of B and C are made of whole float4 (common/cuda/four.cuh).
template <class S, bool kAligned>
static __global__ void __launch_bounds__(kThreads, S::kBlocks) multiply_kernel(Gemm gemm, Part part) {
    using Tiles = typename S::Tiles;
    constexpr unsigned kDepth = S::kDepth, kBuffers = S::kBuffers;
    extern __shared__ __align__(16) unsigned char divided_k_shared[];
    Tiles* const tiles = reinterpret_cast<Tiles*>(divided_k_shared);  // kBuffers of them
    // Parts and, where a matrix has more tiles downwards than a grid has blocks (tile_grid.cuh), folds share z.
    const unsigned fold = blockIdx.z / part.parts;
    const unsigned index = blockIdx.z % part.parts;
    const std::size_t first_row = (fold * std::size_t{gridDim.y} + blockIdx.y) * S::kTileRows;
    const std::size_t first_col = gpu::tile_x() * S::kTileCols;
    if (first_row >= gemm.m) return;
    const std::size_t first_k = index * part.k;
    const std::size_t k_here = min(part.k, gemm.k - first_k);
    gemm.c += index * part.sheet;

    // Lanes in Z order, as in rung 13; warps by slice, then by row, then by column.
    const unsigned thread = threadIdx.x;
    const unsigned lane = thread % 32;
    const unsigned warp = thread / 32 % S::kWarps;
    const unsigned slice = S::kSlices == 1 ? 0 : thread / 32 / S::kWarps;
    const unsigned lane_row = (lane >> 1 & 1) | (lane >> 2 & 2);
    const unsigned lane_col = (lane & 1) | (lane >> 1 & 2) | (lane >> 2 & 4);
    const unsigned row =
        warp / S::kWarpCols * kLaneRows * S::kRows + lane_row * kVector;  // the thread's first
    const unsigned col = warp % S::kWarpCols * kLaneCols * S::kCols + lane_col * kVector;

    constexpr unsigned kWidth = kAligned ? kVector : 1;   // floats of a copy from B
    constexpr unsigned kBCopies = S::kTileCols / kWidth;  // of a row
    constexpr unsigned kBRows = kThreads / kBCopies;      // that the block fetches at a time
    static_assert(kThreads % kBCopies == 0 && kDepth % kBRows == 0, "tiles of B are whole passes");
    const unsigned a_row = thread / kRun;
    const unsigned a_k = thread % kRun;
    const unsigned b_k = thread / kBCopies;
    const unsigned b_col = thread % kBCopies * kWidth;
    const float* a_source[S::kTileRows / kARows];
    for (unsigned i = 0; i < S::kTileRows / kARows; ++i)
        a_source[i] =
            gemm.a + wrapped(first_row, a_row + i * kARows, gemm.m, S::kTileRows) * gemm.lda + first_k + a_k;
    const float* b_source =
        gemm.b + (first_k + b_k) * gemm.ldb + wrapped(first_col, b_col, gemm.n, S::kTileCols);
    const unsigned steps = (k_here + kDepth - 1) / kDepth;
    const unsigned last_depth = k_here - (steps - 1) * kDepth;
    // Starts the copies of the tiles of a step. Beyond the last k, and after the last step, zeros are written.
    const auto start_copies = [&](unsigned step, unsigned buffer) {
        const unsigned depth = step + 1 < steps ? kDepth : step + 1 == steps ? last_depth : 0;
        for (unsigned k = 0; k < kDepth; k += kBRows)
            gpu::copy_async<kWidth * sizeof(float)>(&tiles[buffer].b[b_k + k][b_col], b_source + k * gemm.ldb,
                                                    b_k + k < depth);
        for (unsigned k = 0; k < kDepth; k += kRun)
            for (unsigned i = 0; i < S::kTileRows / kARows; ++i)
                gpu::copy_async<4>(&tiles[buffer].a[a_k + k][a_row + i * kARows], a_source[i] + k,
                                   a_k + k < depth);
        for (const float*& source : a_source) source += kDepth;
        b_source += kDepth * gemm.ldb;
        gpu::commit_copies();
    };

    alignas(16) float a[2][S::kRows] = {};  // of one k of the slice, and of the next
    alignas(16) float b[2][S::kCols] = {};
    // The thread's rows of A and columns of B, of this k.
    const auto fetch = [&](unsigned set, const Tiles& from, unsigned k) {
        gpu::read_pieces<kLaneRows * kVector>(a[set], &from.a[slice * kSliceDepth + k][row]);
        gpu::read_pieces<kLaneCols * kVector>(b[set], &from.b[slice * kSliceDepth + k][col]);
    };
    float sum[S::kRows][S::kCols] = {};
    const auto multiply_rows = [&](unsigned set, unsigned from, unsigned to) {
#pragma unroll
        for (unsigned i = from; i < to; ++i)
#pragma unroll
            for (unsigned step = 0; step < S::kCols; ++step) {
                const unsigned j = i % 2 == 0 ? step : S::kCols - 1 - step;
                sum[i][j] += a[set][i] * b[set][j];  // of C[its row i][its column j]
            }
    };

    for (unsigned step = 0; step < kBuffers - 1; ++step) start_copies(step, step);
    gpu::wait_for_copies<kBuffers - 2>();
    __syncthreads();
    fetch(0, tiles[0], 0);
    // The loop turns round within its last k, as in rung 13.
    constexpr unsigned kTurn = S::kRows / 2;
    constexpr unsigned kLastSet = (kSliceDepth - 1) % 2;
    unsigned reading = 0;
    unsigned writing = kBuffers - 1;
    for (unsigned step = 0; step < steps; ++step) {
        multiply_rows(kLastSet, kTurn, S::kRows);
#pragma unroll
        for (unsigned k = 0; k < kSliceDepth; ++k) {
            if (k == kSliceDepth - 1) reading = (reading + 1) % kBuffers;
            fetch((k + 1) % 2, tiles[reading], (k + 1) % kSliceDepth);
            if (k == 0) {
                gpu::wait_for_copies<kBuffers - 3>();
                __syncthreads();  // the next tiles are complete, and no thread still reads those before this step's
                start_copies(step + kBuffers - 1, writing);
                writing = (writing + 1) % kBuffers;
            }
            multiply_rows(k % 2, 0, k < kSliceDepth - 1 ? S::kRows : kTurn);
        }
    }
    multiply_rows(kLastSet, kTurn, S::kRows);
    gpu::wait_for_copies<0>();
    gpu::let_next_kernel_come();

    const auto for_each_four = [&](auto&& store) {  // of the thread's sums: row and column within the tile
#pragma unroll
        for (unsigned i = 0; i < S::kRows; ++i)
#pragma unroll
            for (unsigned j = 0; j < S::kCols; j += kVector)
                store(row + i / kVector * kLaneRows * kVector + i % kVector, col + j * kLaneCols,
                      make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]));
    };
    if constexpr (S::kSlices == 1) {
        for_each_four([&](unsigned i, unsigned j, float4 four) {
            gpu::store_four<kAligned>(gemm, first_row + i, first_col + j, four);
        });
    } else {
        // region: slices
        float4* const sums = reinterpret_cast<float4*>(divided_k_shared);  // of slice 0, of slice 1, …
        __syncthreads();                                                   // the tiles are done with
        // Adding zero moves the sums. A float4 is stored from four neighbouring registers; sums that lay in such registers in the
        // loop, too, would share register banks with the elements of B.
        for_each_four([&](unsigned i, unsigned j, float4 four) {
            sums[slice * S::kSums + i * S::kSumFours + j / kVector] = add(four, make_float4(0, 0, 0, 0));
        });
        __syncthreads();
        constexpr unsigned kFours = S::kTileCols / kVector;  // of a row
        for (unsigned e = thread; e < S::kTileRows * kFours; e += kThreads) {
            const float4* const place = sums + e / kFours * S::kSumFours + e % kFours;
            float4 total = *place;
            for (unsigned i = 1; i < S::kSlices; ++i) total = add(total, place[i * S::kSums]);
            gpu::store_four<kAligned>(gemm, first_row + e / kFours, first_col + e % kFours * kVector, total);
        }
        // end region
    }
}

// region: add_sheets
// C = alpha * (sheet 0 + sheet 1 + …) + beta * C: four columns a thread, a warp on a row. The sheets' rows are `stride` apart.
template <bool kAligned>
static __global__ void add_sheets(Gemm gemm, const float* sheets, std::size_t stride, Part part) {
    const std::size_t row = gpu::tile_y() * blockDim.y + threadIdx.y;
    const std::size_t col = (gpu::tile_x() * blockDim.x + threadIdx.x) * kVector;
    gpu::wait_for_kernel_before();  // the sheets are complete
    if (row >= gemm.m || col >= gemm.n) return;
    const float* place = sheets + row * stride + col;
    float4 total = *reinterpret_cast<const float4*>(place);
#pragma unroll 8
    for (unsigned i = 1; i < part.parts; ++i) {
        place += part.sheet;
        total = add(total, *reinterpret_cast<const float4*>(place));
    }
    gpu::store_four<kAligned>(gemm, row, col, total);
}
// end region

template <class S>
static void launch(const Gemm& gemm, const Part& part) {
    const bool aligned =
        gpu::holds_float4(gemm.b, gemm.n, gemm.ldb) && gpu::holds_float4(gemm.c, gemm.n, gemm.ldc);
    const auto kernel = aligned ? multiply_kernel<S, true> : multiply_kernel<S, false>;
    constexpr int kShared = S::kSharedBytes;
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared));
    dim3 grid = gpu::tile_grid(gpu::tiles_for(gemm.n, S::kTileCols), gpu::tiles_for(gemm.m, S::kTileRows));
    grid.z *= part.parts;
    kernel<<<grid, kThreads, kShared>>>(gemm, part);
    CUDA_CHECK(cudaGetLastError());
}

// Tile 0, tile 1, …, in the order of choice.cpp.
constexpr void (*kLaunch[])(const Gemm&, const Part&) = {launch<Wide>, launch<Square>, launch<Flat>,
                                                         launch<Small>, launch<Least>};
constexpr unsigned kDepths[] = {Wide::kDepth, Square::kDepth, Flat::kDepth, Small::kDepth, Least::kDepth};

// C = alpha * A * B + beta * C with this tile and k in this many parts, or fewer if k has fewer steps. Any size and leading dimension.
// Sums are added in a fixed order, so the same call gives the same bits. Where k is divided among blocks, a workspace of `parts` times
// the size of C stays on the device until the program ends; it serves one product at a time.
void multiply(const Gemm& gemm, std::size_t tile, unsigned parts) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const std::size_t depth = kDepths[tile];
    const std::size_t steps = gpu::tiles_for(gemm.k, depth);
    const std::size_t steps_of_a_part = std::max(std::size_t{1}, gpu::tiles_for(steps, parts));
    // As many parts as have work, at least one.
    parts = static_cast<unsigned>(std::max(std::size_t{1}, gpu::tiles_for(steps, steps_of_a_part)));
    Part part = {parts, steps_of_a_part * depth, 0};
    if (parts == 1) return kLaunch[tile](gemm, part);

    static gpu::Buffer<float> sheets;
    const std::size_t stride = gpu::tiles_for(gemm.n, kVector) * kVector;
    part.sheet = gemm.m * stride;
    if (sheets.size() < parts * part.sheet) {
        sheets = {};  // frees the old one before it allocates
        sheets = gpu::Buffer<float>(parts * part.sheet);
    }
    const Gemm to_sheets = {gemm.m,   gemm.n, gemm.k,        1,     gemm.a, gemm.lda, gemm.b,
                            gemm.ldb, 0,      sheets.data(), stride};
    kLaunch[tile](to_sheets, part);
    const dim3 block(32, 4);
    const dim3 grid =
        gpu::tile_grid(gpu::tiles_for(gemm.n, block.x * kVector), gpu::tiles_for(gemm.m, block.y));
    const bool aligned = gpu::holds_float4(gemm.c, gemm.n, gemm.ldc);
    gpu::launch_dependent(aligned ? add_sheets<true> : add_sheets<false>, grid, block, gemm, sheets.data(),
                          stride, part);
}

}  // namespace divided_k
