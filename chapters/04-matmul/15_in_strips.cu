// New base: a kernel before this one lays A in strips, transposed, so that copies move 16 bytes and never ask whether they are inside.
//
// In strips: rung 13 transposes A while it copies: element by element, 4 bytes each. Here another kernel transposes it before, into strips
// of as many rows as a tile. In a strip a slab, 8 k's of a tile, is one piece of memory, which 256 threads copy with one float4 each. B stays where
// it is if its rows begin at multiples of 16 bytes and no tile hangs over; else it is laid in strips, too. The last tiles are divided as in rung 14, but no second kernel adds
// their sums: the block that has a tile's first k's waits for the others. Compare with 13_warp_tiled.cu, whose tile this is, and with
// 14_divided_k.cu.
//
// Predicted: half the copies of rung 13. At 8192^3 one or two per cent faster than rung 14, and several per cent where rows do not begin at
// multiples of 16 bytes. At 2048^3 slower: transposing A takes 3 % of the time there, at 8192^3 0.7 %.
#include <algorithm>
#include <cstddef>

#include "common/cuda/annotate.hpp"
#include "common/cuda/async_copy.cuh"
#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/dependent_launch.cuh"
#include "common/cuda/device.hpp"
#include "common/cuda/four.cuh"
#include "common/cuda/gemm.hpp"
#include "common/cuda/pieces.cuh"
#include "common/cuda/tile_grid.cuh"

namespace in_strips {

constexpr unsigned kVector = 4;                       // floats in a float4
constexpr unsigned kRows = 16, kCols = 8;             // elements of C that a thread has
constexpr unsigned kLaneRows = 4, kLaneCols = 8;      // a warp's lanes as a grid
constexpr unsigned kWarpTile = 64;                    // elements on a side of a warp's square
constexpr unsigned kTileRows = 128, kTileCols = 256;  // of a block, and the widths of strips of A and of B
constexpr unsigned kWarpCols = kTileCols / kWarpTile;
constexpr unsigned kThreads = 256;
constexpr unsigned kDepth = 8;  // k's of a slab
constexpr unsigned kBuffers = 4;
constexpr unsigned kSlabA = kDepth * kTileRows, kSlabB = kDepth * kTileCols;  // floats
constexpr unsigned kStage = 4096;  // from a slab to the next in shared memory: B's floats, then A's
constexpr unsigned kRing = kBuffers * kStage;
static_assert(kLaneRows * kRows == kWarpTile && kLaneCols * kCols == kWarpTile,
              "lanes cover a warp's square");
static_assert(kTileRows / kWarpTile * kWarpCols * 32 == kThreads, "warps cover the tile");
static_assert(kSlabA == kVector * kThreads && kSlabB == 2 * kSlabA && kSlabA + kSlabB <= kStage,
              "a thread copies one float4 of A and two of B");

// Where things stand in the loop over a slab's k's. What the compiler makes of it differs by some per cent, and only a measurement tells
// (programs/orders.cu). The loop turns round within its last k: `turn` rows of it are multiplied there, the others after the turn. In the
// k numbered barrier_k the block's barrier stands, in copy_0, copy_1 and copy_2 a thread's copies. rows_begin_right: whether the first row,
// the third … are multiplied from right to left, or the others. b_first: whether B's elements of the next k are loaded before A's.
template <unsigned turn, unsigned barrier_k, unsigned copy_0, unsigned copy_1, unsigned copy_2,
          bool rows_begin_right, bool b_first>
struct Order {
    static constexpr unsigned kTurn = turn, kBarrierK = barrier_k;
    static constexpr unsigned kCopy0 = copy_0, kCopy1 = copy_1, kCopy2 = copy_2;
    static constexpr bool kRowsBeginRight = rows_begin_right, kBFirst = b_first;
    static_assert(barrier_k < kDepth - 1 && turn <= kRows, "the last k reads the next slab");
    static_assert(barrier_k <= copy_0 && copy_0 <= copy_1 && copy_1 <= copy_2 && copy_2 < kDepth,
                  "copies go to a slab that no thread still reads");
};
using Chosen = Order<10, 2, 3, 3, 5, false, false>;

// Where a tile's rows of B lie: in its strip or, if they need no padding, in B itself.
struct Source {
    const float* first;
    std::size_t to_next_row;   // floats
    std::size_t to_next_tile;  // on the right
};

// How blocks share tiles, as in rung 14: each of the first `whole` tiles has a block. The slabs of the tiles after them are one sequence,
// tile after tile, and `blocks` blocks share it evenly. There are no fewer blocks than tiles, so a block has pieces of two tiles at most.
struct Division {
    unsigned across;  // tiles in a row of tiles
    unsigned whole, blocks;
    unsigned slabs;       // of a tile
    std::size_t divided;  // slabs of all divided tiles
    float* sheets;        // of a tile's size, one for each block: sums that another block adds
    unsigned* done;       // for each block: 1 once its sheet is complete

    // The first slab of a block's share.
    __device__ std::size_t share(unsigned block) const { return block * divided / blocks; }
};

// What a block has of a tile.
struct Piece {
    unsigned tile, first_slab, slabs;
};

// Adds up a piece: sum[i][j] of the thread's rows and columns, the first of which are `row` and `col` of the tile.
template <class O>
static __device__ __forceinline__ void multiply_piece(float (&sum)[kRows][kCols], float* shared,
                                                      const float* a, const Source& b, const Piece& piece,
                                                      const Division& division, unsigned row, unsigned col) {
    // region: sources
    const unsigned thread = threadIdx.x;
    constexpr unsigned kBRows = kThreads / (kTileCols / kVector);  // that the block copies at a time
    const unsigned b_k = thread / (kTileCols / kVector);
    const unsigned b_col = thread % (kTileCols / kVector) * kVector;
    const std::size_t first_k = std::size_t{piece.first_slab} * kDepth;
    const std::size_t strip = std::size_t{division.slabs} * kSlabA;
    const float* next_a = a + piece.tile / division.across * strip + first_k * kTileRows + thread * kVector;
    const float* next_b =
        b.first + piece.tile % division.across * b.to_next_tile + (first_k + b_k) * b.to_next_row + b_col;
    const std::size_t b_step = kBRows * b.to_next_row;
    // end region
    unsigned copied = thread * kVector;  // where the thread's copies go, and where it reads
    unsigned read_a = kSlabB + row;
    unsigned read_b = col;
    // The thread's copies of a slab, one after the other: A's, and then B's two. After the last one the next slab is meant.
    const auto start_copy = [&](unsigned copy) {
        // region: copies
        if (copy == 0) {
            gpu::copy_async<16>(&shared[copied + kSlabB], next_a);
        } else {
            gpu::copy_async<16>(&shared[copied + (copy - 1) * kSlabA], next_b);
            next_b += b_step;
        }
        // end region
        if (copy == 2) {
            next_a += kSlabA;
            copied = (copied + kStage) % kRing;
        }
    };

    alignas(16) float a_of[2][kRows] = {};  // of one k, and of the next
    alignas(16) float b_of[2][kCols] = {};
    const auto fetch = [&](unsigned set, unsigned k) {
        if (O::kBFirst) gpu::read_pieces<kLaneCols * kVector>(b_of[set], &shared[read_b + k * kTileCols]);
        gpu::read_pieces<kLaneRows * kVector>(a_of[set], &shared[read_a + k * kTileRows]);
        if (!O::kBFirst) gpu::read_pieces<kLaneCols * kVector>(b_of[set], &shared[read_b + k * kTileCols]);
    };
    const auto multiply_rows = [&](unsigned set, unsigned from, unsigned to) {
#pragma unroll
        for (unsigned i = from; i < to; ++i)
#pragma unroll
            for (unsigned step = 0; step < kCols; ++step) {
                const unsigned j = (i % 2 == 0) != O::kRowsBeginRight ? step : kCols - 1 - step;
                sum[i][j] += a_of[set][i] * b_of[set][j];  // of C[its row i][its column j]
            }
    };

    for (unsigned slab = 0; slab < kBuffers - 1; ++slab) {
        if (slab < piece.slabs)
#pragma unroll
            for (unsigned copy = 0; copy < 3; ++copy) start_copy(copy);
        gpu::commit_copies();
    }
    gpu::wait_for_copies<kBuffers - 2>();
    __syncthreads();
    fetch(0, 0);
    constexpr unsigned kLastSet = (kDepth - 1) % 2;
    for (unsigned slab = 0; slab < piece.slabs; ++slab) {
        const bool more = slab + kBuffers - 1 < piece.slabs;
        multiply_rows(kLastSet, O::kTurn, kRows);  // zeros in the first slab
#pragma unroll
        for (unsigned k = 0; k < kDepth; ++k) {
            if (k == kDepth - 1) {
                read_a = (read_a + kStage) % kRing;
                read_b = (read_b + kStage) % kRing;
            }
            fetch((k + 1) % 2, (k + 1) % kDepth);
            if (k == O::kBarrierK) {
                gpu::wait_for_copies<kBuffers - 3>();
                __syncthreads();  // the next slab is complete, and no thread still reads the one before this
            }
            // region: apart
            if (more) {
                if (k == O::kCopy0) start_copy(0);
                if (k == O::kCopy1) start_copy(1);
                if (k == O::kCopy2) start_copy(2);
            }
            // end region
            if (k == kDepth - 1) gpu::commit_copies();
            multiply_rows(k % 2, 0, k < kDepth - 1 ? kRows : O::kTurn);
        }
    }
    multiply_rows(kLastSet, O::kTurn, kRows);
    gpu::wait_for_copies<0>();
    __syncthreads();  // the slabs are done with
}

// What a thread has in a sheet: element e of thread t is number e * kThreads + t, so that a warp's lanes have neighbours.
static __device__ void write_sheet(const Division& division, unsigned block,
                                   const float (&sum)[kRows][kCols]) {
    float* const sheet = division.sheets + std::size_t{block} * kTileRows * kTileCols + threadIdx.x;
#pragma unroll
    for (unsigned i = 0; i < kRows; ++i)
#pragma unroll
        for (unsigned j = 0; j < kCols; ++j) sheet[(i * kCols + j) * kThreads] = sum[i][j];
    // region: tell
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(division.done + block, 1);
    // end region
}

// Waits for a block's sheet, and adds it.
static __device__ void add_sheet(float (&sum)[kRows][kCols], const Division& division, unsigned block) {
    // region: wait
    if (threadIdx.x == 0)
        while (atomicAdd(division.done + block, 0) == 0) {
        }
    __syncthreads();
    __threadfence();
    // end region
    const float* const sheet = division.sheets + std::size_t{block} * kTileRows * kTileCols + threadIdx.x;
#pragma unroll
    for (unsigned i = 0; i < kRows; ++i)
#pragma unroll
        for (unsigned j = 0; j < kCols; ++j) sum[i][j] += __ldcg(sheet + (i * kCols + j) * kThreads);
}

// kAligned: all rows of C are made of whole float4 (common/cuda/four.cuh).
template <class O, bool kAligned>
static __global__ void __launch_bounds__(kThreads, 1)
    multiply_kernel(Gemm gemm, const float* a, Source b, Division division) {
    extern __shared__ __align__(16) float in_strips_shared[];
    // Lanes in Z order, as in rung 13.
    const unsigned lane = threadIdx.x % 32;
    const unsigned warp = threadIdx.x / 32;
    const unsigned lane_row = (lane >> 1 & 1) | (lane >> 2 & 2);
    const unsigned lane_col = (lane & 1) | (lane >> 1 & 2) | (lane >> 2 & 4);
    const unsigned row = warp / kWarpCols * kWarpTile + lane_row * kVector;  // the thread's first
    const unsigned col = warp % kWarpCols * kWarpTile + lane_col * kVector;

    // No block can wait forever. There are no more blocks with shares than multiprocessors, so all of them can run at once. And shares are
    // given in reverse, so that a block waits only for blocks with lower numbers, which begin first even where fewer can run.
    const bool whole = blockIdx.x < division.whole;
    const unsigned block = whole ? 0 : division.blocks - 1 - (blockIdx.x - division.whole);
    std::size_t slab = whole ? 0 : division.share(block);
    const std::size_t end = whole ? division.slabs : division.share(block + 1);
    gpu::wait_for_kernel_before();  // the strips are complete
    do {
        Piece piece;
        piece.tile = whole ? blockIdx.x : division.whole + static_cast<unsigned>(slab / division.slabs);
        piece.first_slab = whole ? 0 : static_cast<unsigned>(slab % division.slabs);
        piece.slabs = static_cast<unsigned>(min(std::size_t{division.slabs - piece.first_slab}, end - slab));
        float sum[kRows][kCols] = {};
        multiply_piece<O>(sum, in_strips_shared, a, b, piece, division, row, col);
        if (piece.first_slab > 0) {
            write_sheet(division, block, sum);
        } else {
            // region: others
            // The blocks after this one have the tile's other k's, in this order.
            std::size_t added = slab + piece.slabs;
            for (unsigned other = block + 1; added < slab + division.slabs; ++other) {
                add_sheet(sum, division, other);
                added = division.share(other + 1);
            }
            // end region
            const std::size_t first_row = piece.tile / division.across * std::size_t{kTileRows} + row;
            const std::size_t first_col = piece.tile % division.across * std::size_t{kTileCols} + col;
#pragma unroll
            for (unsigned i = 0; i < kRows; ++i)
#pragma unroll
                for (unsigned j = 0; j < kCols; j += kVector)
                    gpu::store_four<kAligned>(
                        gemm, first_row + i / kVector * kLaneRows * kVector + i % kVector,
                        first_col + j * kLaneCols,
                        make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]));
        }
        slab += piece.slabs;
    } while (slab < end);
}

constexpr unsigned kLaidDepth = 32;  // k's that a block lays

// Both kernels that lay strips are templates only because each order's product launches its own.

// A, transposed, in strips of kTileRows columns: element (i, k) is number (i / kTileRows * padded_k + k) * kTileRows + i % kTileRows. Zeros
// beyond the last row and the last k. Also sets done[0 … blocks - 1] to 0.
template <class O>
static __global__ void __launch_bounds__(kThreads)
    lay_a_kernel(float* strips, const float* a, std::size_t m, std::size_t k, std::size_t lda,
                 std::size_t padded_k, unsigned* done, unsigned blocks) {
    __shared__ float turned[kTileRows][kLaidDepth + 1];
    const std::size_t first_row = gpu::tile_y() * kTileRows;
    const std::size_t first_k = gpu::tile_x() * kLaidDepth;
    if (first_row >= m) return;
    if (first_row == 0 && first_k == 0)
        for (unsigned i = threadIdx.x; i < blocks; i += kThreads) done[i] = 0;
    const unsigned lane = threadIdx.x % 32;
    const unsigned warp = threadIdx.x / 32;
    constexpr unsigned kWarps = kThreads / 32;
    constexpr unsigned kOfAThread = kTileRows / kWarps;
    float element[kOfAThread];  // all of them in flight before the first is stored
#pragma unroll
    for (unsigned e = 0; e < kOfAThread; ++e) {
        const std::size_t i = first_row + e * kWarps + warp;
        element[e] = i < m && first_k + lane < k ? a[i * lda + first_k + lane] : 0;
    }
#pragma unroll
    for (unsigned e = 0; e < kOfAThread; ++e) turned[e * kWarps + warp][lane] = element[e];
    __syncthreads();
    float* const to = strips + (gpu::tile_y() * padded_k + first_k) * kTileRows;
    for (unsigned e = warp; e < kLaidDepth && first_k + e < padded_k; e += kWarps)
#pragma unroll
        for (unsigned i = lane; i < kTileRows; i += 32) to[e * kTileRows + i] = turned[i][e];
    gpu::let_next_kernel_come();
}

// B in strips of kTileCols columns: element (k, j) is number (j / kTileCols * padded_k + k) * kTileCols + j % kTileCols. Zeros beyond the
// last k and the last column.
template <class O>
static __global__ void __launch_bounds__(kThreads)
    lay_b_kernel(float* strips, const float* b, std::size_t k, std::size_t n, std::size_t ldb,
                 std::size_t padded_k) {
    const std::size_t first_k = gpu::tile_y() * kLaidDepth;
    const std::size_t col = gpu::tile_x() * kTileCols + threadIdx.x;
    float* const to = strips + (gpu::tile_x() * padded_k + first_k) * kTileCols + threadIdx.x;
#pragma unroll 16
    for (unsigned e = 0; e < kLaidDepth; ++e)
        if (first_k + e < padded_k)
            to[e * kTileCols] = first_k + e < k && col < n ? b[(first_k + e) * ldb + col] : 0;
}

// The workspace, made larger if it has fewer elements.
static float* workspace(std::size_t elements) {
    static gpu::Buffer<float> buffer;
    if (buffer.size() < elements) {
        buffer = {};  // frees the old one before it allocates
        buffer = gpu::Buffer<float>(elements);
    }
    return buffer.data();
}

// C = alpha * A * B + beta * C on a device with this many multiprocessors. Any size whose strips fit into memory, and any leading dimension: a
// thin A grows to 128 rows, a thin B to 256 columns. Sums are added in a fixed order,
// so the same call gives the same bits. A workspace stays on the device until the program ends: A in whole tiles, B in whole tiles where it
// is laid, and a tile for each multiprocessor. It serves one product at a time.
template <class O>
void multiply_for(unsigned multiprocessors, const Gemm& gemm) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const std::size_t across = gpu::tiles_for(gemm.n, kTileCols);
    const std::size_t down = gpu::tiles_for(gemm.m, kTileRows);
    const std::size_t slabs = std::max<std::size_t>(gpu::tiles_for(gemm.k, kDepth), 1);  // zeros if k is 0
    const std::size_t padded_k = slabs * kDepth;
    const std::size_t last = across * down % multiprocessors;  // tiles of the last round
    const std::size_t blocks = last == 0 ? 0 : std::min<std::size_t>(multiprocessors, last * slabs);
    const bool b_in_place =
        gpu::holds_float4(gemm.b, gemm.n, gemm.ldb) && gemm.n % kTileCols == 0 && gemm.k == padded_k;

    const std::size_t of_a = down * padded_k * kTileRows;
    const std::size_t of_b = b_in_place ? 0 : across * padded_k * kTileCols;
    const std::size_t of_sheets = blocks * kTileRows * kTileCols;
    float* const strips_a = workspace(of_a + of_b + of_sheets + blocks);
    float* const strips_b = strips_a + of_a;
    float* const sheets = strips_b + of_b;
    unsigned* const done = reinterpret_cast<unsigned*>(sheets + of_sheets);
    simt::annotate(strips_a, down * padded_k, kTileRows, "a_strips");
    const Division division = {static_cast<unsigned>(across),
                               static_cast<unsigned>(across * down - last),
                               static_cast<unsigned>(blocks),
                               static_cast<unsigned>(slabs),
                               last * slabs,
                               sheets,
                               done};
    Source b = {gemm.b, gemm.ldb, kTileCols};
    const std::size_t laid = gpu::tiles_for(padded_k, kLaidDepth);
    const dim3 block(kThreads);
    if (!b_in_place) {
        simt::annotate(strips_b, across * padded_k, kTileCols, "b_strips");
        b = {strips_b, kTileCols, padded_k * kTileCols};
        const dim3 grid = gpu::tile_grid(across, laid);
        lay_b_kernel<O><<<grid, block>>>(strips_b, gemm.b, gemm.k, gemm.n, gemm.ldb, padded_k);
        CUDA_CHECK(cudaGetLastError());
    }
    const dim3 lay_grid = gpu::tile_grid(laid, down);
    lay_a_kernel<O>
        <<<lay_grid, block>>>(strips_a, gemm.a, gemm.m, gemm.k, gemm.lda, padded_k, done, division.blocks);
    CUDA_CHECK(cudaGetLastError());
    const auto kernel =
        gpu::holds_float4(gemm.c, gemm.n, gemm.ldc) ? multiply_kernel<O, true> : multiply_kernel<O, false>;
    constexpr int kShared = kRing * sizeof(float);
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared));
    const dim3 grid(division.whole + division.blocks);
    gpu::launch_dependent(kernel, grid, block, kShared, gemm, static_cast<const float*>(strips_a), b,
                          division);
}

}  // namespace in_strips
