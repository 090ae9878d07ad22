// New base: the tile becomes a parameter, because no one tile suits every size, and warps and blocks divide k.
//
// Divided k: enough blocks for every product. Rung 13's tile of 128 x 256 makes 8 blocks of a 512 x 512 matrix, for 132
// multiprocessors, and 2 of a 256 x 256 one, however large k is. So k is divided like C. The warps of a block divide it: the tile is
// smaller, and a thread still has as many elements. Blocks divide it too. Each warp and each block adds up its own part of k. Warps
// then add their sums through shared memory; blocks write theirs to sheets the size of a tile, which a second kernel adds. The order
// is fixed, so the same call gives the same bits. In a large product only the last tiles are divided, those that would leave
// multiprocessors idle: 8192^3 has 2048 tiles, 15 for each of 132 multiprocessors and 68 more. parts/choice.cpp chooses the tile and
// the division. Compare with 13_warp_tiled.cu, whose loop this is, with its barrier at another place.
//
// Predicted: at 1024^3 the tile of 64 x 128, with 4 slices of k, gives work to 128 of 132 multiprocessors, where rung 13 uses 32.
// A second pass takes 4 us, which pays where there are few tiles and k is large. At 8192^3 the multiprocessors have
// work for 15.5 tiles each instead of 16: 3 % less time.
#include <algorithm>

#include "common/cuda/async_copy.cuh"
#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/dependent_launch.cuh"
#include "common/cuda/device.hpp"
#include "common/cuda/four.cuh"
#include "common/cuda/gemm.hpp"
#include "common/cuda/pieces.cuh"
#include "common/cuda/tile_grid.cuh"

namespace divided_k {

// As the number of parts: only the tiles of the last round are divided, which are fewer than the blocks that the device runs at once.
constexpr unsigned kLastRound = 0;

constexpr unsigned kVector = 4;                   // floats in a float4
constexpr unsigned kLaneRows = 4, kLaneCols = 8;  // a warp's lanes as a grid
constexpr unsigned kThreads = 256;
constexpr unsigned kSliceDepth = 8;  // k's that a warp multiplies in a step
constexpr unsigned kRun = 8;         // neighbours in a row of A that lanes fetch together: a sector
constexpr unsigned kPad = 4;         // a warp writes 4 rows of 8 k's of A: banks 4 k + row, all different
constexpr unsigned kARows = kThreads / kRun;  // rows of A that the block fetches at a time

// The sizes that belong to a tile. kWarps warps share its elements, and kSlices such groups of warps divide its k's. A thread's
// rows are row_runs runs of kVector neighbours, its columns col_runs such runs. In a step the block's barrier stands in the k numbered
// barrier_k: the compiler orders the instructions around the barrier, and which place suits differs from tile to tile.
template <unsigned warp_rows, unsigned warp_cols, unsigned slices, unsigned row_runs, unsigned col_runs,
          unsigned buffers, unsigned blocks, unsigned barrier_k, unsigned barrier_k_unaligned>
struct Shape {
    static constexpr unsigned kWarpCols = warp_cols, kWarps = warp_rows * warp_cols;   // of a slice
    static constexpr unsigned kSlices = slices, kBuffers = buffers, kBlocks = blocks;  // on a multiprocessor
    static constexpr unsigned kBarrierK = barrier_k, kBarrierKUnaligned = barrier_k_unaligned;
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
using Wide = Shape<2, 4, 1, 4, 2, 4, 1, 2, 1>;    // 128 x 256: rung 13's
using Square = Shape<4, 2, 1, 2, 2, 4, 2, 2, 2>;  // 128 x 128: of two blocks one starts while the other ends
using Flat = Shape<1, 2, 4, 4, 2, 4, 1, 0, 0>;    // 64 x 128, and k in 4 slices
using Small = Shape<1, 1, 8, 2, 2, 3, 2, 0, 0>;   // 32 x 64, and k in 8
using Least = Shape<1, 1, 8, 2, 1, 4, 2, 1, 1>;   // 32 x 32

// How blocks share tiles. Each of the first `whole` tiles has a block of its own. The steps of the `divided` tiles after them are one
// sequence, tile after tile, and `blocks` blocks share it evenly. A block's share may end one tile's k and begin the next one's.
struct Division {
    unsigned across;  // tiles in a row of tiles
    unsigned whole, divided, blocks;
    unsigned steps;  // of a tile
    float* sheets;   // of a tile's size, one for each piece of a divided tile

    __host__ __device__ std::size_t all_steps() const { return std::size_t{divided} * steps; }
    // The first step of a block's share.
    __device__ std::size_t share(unsigned block) const { return block * all_steps() / blocks; }
    // The block in whose share a step is.
    __device__ unsigned block_of(std::size_t step) const { return ((step + 1) * blocks - 1) / all_steps(); }
    // A block and a tile have one piece in common at most. From a piece to the next, one of the two numbers grows by 1, or both do.
    __device__ std::size_t sheet_of(unsigned block, unsigned tile) const { return std::size_t{block} + tile; }
};

// first + offset or, beyond the end, another index. Neighbours get neighbours: many copies of one element would take turns.
__device__ inline std::size_t wrapped(std::size_t first, unsigned offset, std::size_t end, unsigned tile) {
    return first + offset < end ? first + offset
                                : offset % static_cast<unsigned>(min(end, std::size_t{tile}));
}

__device__ inline float4 add(const float4& x, const float4& y) {
    return make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}

// Adds up `steps` steps of a tile from first_k on. Element (i, j) of the sums becomes that of `to`, whose m and n say how many there
// are. kAligned: all rows of B and of `to` are made of whole float4 (common/cuda/four.cuh).
template <class S, bool kAligned>
static __device__ void multiply_piece(const Gemm& gemm, std::size_t first_row, std::size_t first_col,
                                      std::size_t first_k, unsigned steps, const Gemm& to) {
    using Tiles = typename S::Tiles;
    constexpr unsigned kDepth = S::kDepth, kBuffers = S::kBuffers;
    extern __shared__ __align__(16) unsigned char divided_k_shared[];
    Tiles* const tiles = reinterpret_cast<Tiles*>(divided_k_shared);  // kBuffers of them

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
    const unsigned last_depth =
        min(std::size_t{kDepth}, gemm.k - first_k - (steps - 1) * std::size_t{kDepth});
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
                const unsigned j = i % 2 == 1 ? step : S::kCols - 1 - step;
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
            if (k == (kAligned ? S::kBarrierK : S::kBarrierKUnaligned)) {
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
    __syncthreads();  // the tiles are done with

    const auto for_each_four = [&](auto&& store) {  // of the thread's sums: row and column within the tile
#pragma unroll
        for (unsigned i = 0; i < S::kRows; ++i)
#pragma unroll
            for (unsigned j = 0; j < S::kCols; j += kVector)
                store(row + i / kVector * kLaneRows * kVector + i % kVector, col + j * kLaneCols,
                      make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]));
    };
    if constexpr (S::kSlices == 1) {
        for_each_four(
            [&](unsigned i, unsigned j, float4 four) { gpu::store_four<kAligned>(to, i, j, four); });
    } else {
        // region: slices
        float4* const sums = reinterpret_cast<float4*>(divided_k_shared);  // of slice 0, of slice 1, …
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
            gpu::store_four<kAligned>(to, e / kFours, e % kFours * kVector, total);
        }
        // end region
    }
}

template <class S, bool kAligned>
static __global__ void __launch_bounds__(kThreads, S::kBlocks) multiply_kernel(Gemm gemm, Division division) {
    const bool whole = blockIdx.x < division.whole;
    const unsigned block = blockIdx.x - division.whole;
    std::size_t step = whole ? 0 : division.share(block);
    const std::size_t end = whole ? division.steps : division.share(block + 1);
    do {
        const unsigned tile = whole ? blockIdx.x : division.whole + step / division.steps;
        const unsigned first_step = whole ? 0 : step % division.steps;
        const unsigned steps = min(std::size_t{division.steps - first_step}, end - step);
        const std::size_t first_row = tile / division.across * std::size_t{S::kTileRows};
        const std::size_t first_col = tile % division.across * std::size_t{S::kTileCols};
        Gemm to = gemm;  // a whole tile's sums go to C, a piece's to its sheet
        to.m -= first_row;
        to.n -= first_col;
        to.c += first_row * gemm.ldc + first_col;
        if (!whole) {
            to.alpha = 1;
            to.beta = 0;
            to.c = division.sheets +
                   division.sheet_of(block, tile - division.whole) * (S::kTileRows * S::kTileCols);
            to.ldc = S::kTileCols;
        }
        multiply_piece<S, kAligned>(gemm, first_row, first_col, std::size_t{first_step} * S::kDepth, steps,
                                    to);
        step += steps;
        __syncthreads();  // shared memory is free for the next piece
    } while (step < end);
    gpu::let_next_kernel_come();
}

// region: add_sheets
// C = alpha * (the sheets of a divided tile, by ascending k) + beta * C: four columns a thread. A tile has a multiple of kThreads
// float4, kFours of them in a row.
template <unsigned kTileRows, unsigned kTileCols, bool kAligned>
static __global__ void __launch_bounds__(kThreads) add_sheets(Gemm gemm, Division division) {
    constexpr unsigned kFours = kTileCols / kVector, kFoursOfTile = kTileRows * kFours;
    const unsigned tile = blockIdx.x / (kFoursOfTile / kThreads);  // of the divided ones
    const unsigned four = blockIdx.x % (kFoursOfTile / kThreads) * kThreads + threadIdx.x;
    const std::size_t row =
        (division.whole + tile) / division.across * std::size_t{kTileRows} + four / kFours;
    const std::size_t col =
        (division.whole + tile) % division.across * std::size_t{kTileCols} + four % kFours * kVector;
    const unsigned first = division.block_of(std::size_t{tile} * division.steps);
    const unsigned last = division.block_of((tile + std::size_t{1}) * division.steps - 1);
    const float4* place = reinterpret_cast<const float4*>(division.sheets) +
                          division.sheet_of(first, tile) * kFoursOfTile + four;
    gpu::wait_for_kernel_before();  // the sheets are complete
    if (row >= gemm.m || col >= gemm.n) return;
    float4 total = *place;
#pragma unroll 8
    for (unsigned block = first; block < last; ++block) {
        place += kFoursOfTile;
        total = add(total, *place);
    }
    gpu::store_four<kAligned>(gemm, row, col, total);
}
// end region

// The division of `tiles` tiles that `parts` says (choice.hpp), on a device with room for `resident` blocks at a time.
static Division divide(std::size_t tiles, std::size_t across, std::size_t steps, unsigned parts,
                       std::size_t resident) {
    const std::size_t divided = parts == kLastRound ? tiles % resident : tiles;
    const std::size_t blocks = std::min(parts == kLastRound ? resident : tiles * parts, divided * steps);
    Division division = {static_cast<unsigned>(across),
                         static_cast<unsigned>(tiles),
                         0,
                         0,
                         static_cast<unsigned>(steps),
                         nullptr};
    if (blocks <= divided) return division;  // a block for each tile
    division.whole = static_cast<unsigned>(tiles - divided);
    division.divided = static_cast<unsigned>(divided);
    division.blocks = static_cast<unsigned>(blocks);
    return division;
}

// The workspace, made larger if it has fewer elements.
static float* sheets(std::size_t elements) {
    static gpu::Buffer<float> buffer;
    if (buffer.size() < elements) {
        buffer = {};  // frees the old one before it allocates
        buffer = gpu::Buffer<float>(elements);
    }
    return buffer.data();
}

template <class S>
static void launch(const Gemm& gemm, unsigned parts) {
    const std::size_t across = gpu::tiles_for(gemm.n, S::kTileCols);
    const std::size_t tiles = across * gpu::tiles_for(gemm.m, S::kTileRows);
    Division division =
        divide(tiles, across, gpu::tiles_for(gemm.k, S::kDepth), parts, S::kBlocks * gpu::multiprocessors());
    constexpr std::size_t kElements = S::kTileRows * S::kTileCols;
    static_assert(kElements % (kVector * kThreads) == 0, "whole blocks of add_sheets");
    if (division.divided > 0)
        division.sheets = sheets((std::size_t{division.blocks} + division.divided) * kElements);

    const bool c_aligned = gpu::holds_float4(gemm.c, gemm.n, gemm.ldc);
    const bool aligned = c_aligned && gpu::holds_float4(gemm.b, gemm.n, gemm.ldb);
    const auto kernel = aligned ? multiply_kernel<S, true> : multiply_kernel<S, false>;
    constexpr int kShared = S::kSharedBytes;
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared));
    kernel<<<division.whole + division.blocks, kThreads, kShared>>>(gemm, division);
    CUDA_CHECK(cudaGetLastError());
    if (division.divided == 0) return;
    const auto second = c_aligned ? add_sheets<S::kTileRows, S::kTileCols, true>
                                  : add_sheets<S::kTileRows, S::kTileCols, false>;
    constexpr unsigned kBlocksOfTile = kElements / (kVector * kThreads);
    gpu::launch_dependent(second, dim3(division.divided * kBlocksOfTile), dim3(kThreads), 0, gemm, division);
}

// Tile 0, tile 1, …, in the order of choice.cpp.
constexpr void (*kLaunch[])(const Gemm&, unsigned) = {launch<Wide>, launch<Square>, launch<Flat>,
                                                      launch<Small>, launch<Least>};

// C = alpha * A * B + beta * C with this tile and this division of k: `parts` blocks for each tile, or fewer if k has fewer steps, or
// kLastRound. Any size and leading dimension. Sums are added in a fixed order, so the same call gives the same bits. Where k is divided
// among blocks, a workspace stays on the device until the program ends: (parts + 1) times the size of C in whole tiles, and no more than
// two tiles for each resident block with kLastRound. It serves one product at a time.
void multiply(const Gemm& gemm, std::size_t tile, unsigned parts) {
    if (gemm.m == 0 || gemm.n == 0) return;
    kLaunch[tile](gemm, parts);
}

}  // namespace divided_k
