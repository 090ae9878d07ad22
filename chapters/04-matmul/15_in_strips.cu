// New base: a loop that does little but multiply. A is laid in strips before, transposed, where that pays; each address in shared memory
// needs one instruction for a slab.
//
// In strips: rung 13 transposes A while it copies: element by element, 4 bytes each. Here another kernel transposes it before, into strips
// of as many rows as a tile. In a strip a slab, 8 k's of a tile, is one piece of memory, which 256 threads copy with one float4 each. B
// stays where it is if its rows begin at multiples of 16 bytes and no tile hangs over; else it is laid in strips, too. The last tiles are
// divided as in rung 14, but no second kernel adds their sums: the block that has a tile's first k's waits for the others. A strip that few
// tiles read is not worth laying: then A stays in place, too, if no tile hangs over and the tiles fill the last round. Tiles come in bands of
// 16 rows of tiles, column by column: those that run at the same time are nearly a square, and need fewer rows of A and columns of B than a
// row of tiles. Compare with 13_warp_tiled.cu, whose tile this is, and with 14_divided_k.cu.
//
// Predicted, for a slab: with strips 3 copies instead of 6, and about 30 of rung 14's 1128 instructions less; in place as many copies, and
// about 20 instructions less. At 2048^3, of 330 us, a scheduler's two warps need 0.26 us for each instruction of the loop. So about 2 %
// less time either way. Laying A costs 3 % at 2048^3 and 0.7 % at 8192^3.
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
constexpr unsigned kSlab = kDepth * kTileRows;  // floats of A in a slab
// In shared memory, in bytes: a slab has three parts, A and the two halves of B, with 128 floats for each of kDepth k's. Each k has four
// floats more, so that a warp that transposes 4 rows of 8 k's of A writes into 32 banks. The slabs take turns in four stages: 0, 1, 3, 2,
// and 0 again. A single XOR leads from an address to the same place in the next stage if the ring of stages begins at a multiple of its
// size.
constexpr unsigned kRow = (kTileRows + 4) * sizeof(float), kPart = kDepth * kRow;
constexpr unsigned kStage = 16384, kRing = kBuffers * kStage;
constexpr unsigned kTurned = kThreads / kDepth;  // rows of A that the block transposes at a time
static_assert(kLaneRows * kRows == kWarpTile && kLaneCols * kCols == kWarpTile,
              "lanes cover a warp's square");
static_assert(kTileRows / kWarpTile * kWarpCols * 32 == kThreads, "warps cover the tile");
static_assert(kSlab == kVector * kThreads && kTileCols == 2 * kTileRows && 3 * kPart <= kStage,
              "a thread copies a float4 of each part, and a stage holds the parts");
static_assert(kBuffers == 4, "stages 0, 1, 3, 2");

// Where things stand in the loop over a slab's k's. What the compiler makes of it differs by some per cent, and only a measurement tells
// (programs/orders.cu). The loop turns round within its last k: `turn` rows of it are multiplied there, the others after the turn. In the
// k numbered barrier_k the block's barrier stands, in copy_a and copy_b a thread's copies. rows_begin_right: whether the first row, the
// third … are multiplied from right to left, or the others. b_first: whether B's elements of the next k are loaded before A's.
template <unsigned turn, unsigned barrier_k, unsigned copy_a, unsigned copy_b, bool rows_begin_right,
          bool b_first>
struct Order {
    static constexpr unsigned kTurn = turn, kBarrierK = barrier_k, kCopyA = copy_a, kCopyB = copy_b;
    static constexpr bool kRowsBeginRight = rows_begin_right, kBFirst = b_first;
    static_assert(barrier_k < kDepth - 1 && turn <= kRows, "the last k reads the next slab");
    static_assert(barrier_k <= copy_a && barrier_k <= copy_b && copy_a < kDepth && copy_b < kDepth,
                  "copies go to a slab that no thread still reads");
};
using WithStrips = Order<8, 2, 4, 4, false, false>;
using Unaligned = Order<12, 2, 3, 3, false, false>;  // where C's rows do not begin at multiples of 16 bytes
using InPlace = Order<10, 2, 4, 3, false, false>;

// Where a tile's rows of B lie: in its strip or, if they are aligned and need no padding, in B itself.
struct Source {
    const float* first;
    std::size_t to_next_row;   // floats
    std::size_t to_next_tile;  // on the right
};

// Where a tile is in C, in tiles.
struct Place {
    unsigned row, col;
};

// How blocks share tiles, as in rung 14: each of the first `whole` tiles has a block. The slabs of the tiles after them are one sequence,
// tile after tile, and `blocks` blocks share it evenly. There are no fewer blocks than tiles, so a block has pieces of two tiles at most.
struct Division {
    unsigned across, down;  // tiles in a row and in a column of tiles
    unsigned band;          // rows of tiles in a band
    unsigned whole, blocks;
    unsigned slabs;       // of a tile
    std::size_t divided;  // slabs of all divided tiles
    float* sheets;        // of a tile's size, one for each block: sums that another block adds
    unsigned* done;       // for each block: 1 once its sheet is complete

    // The first slab of a block's share.
    __device__ std::size_t share(unsigned block) const { return block * divided / blocks; }
    // The place of a tile by its number in the order in which tiles begin: band after band, and in a band column by column.
    __host__ __device__ Place place(unsigned number) const {
        const unsigned first_row = number / (band * across) * band;
        const unsigned in_band = number - first_row * across;
        const unsigned height = min(band, down - first_row);
        return {first_row + in_band % height, in_band / height};
    }
};

// What a block has of a tile.
struct Piece {
    Place tile;
    unsigned first_slab, slabs;
};

// Adds up a piece: sum[i][j] of the thread's rows and columns, the first of which are `row` and `col` of the tile. ring: where the stages
// begin in shared memory. kInPlace: A is read where it is, and no tile hangs over.
template <class O, bool kInPlace>
static __device__ __forceinline__ void multiply_piece(float (&sum)[kRows][kCols], unsigned ring,
                                                      const Gemm& gemm, const float* strips, const Source& b,
                                                      const Piece& piece, const Division& division,
                                                      unsigned row, unsigned col) {
    // region: sources
    const unsigned thread = threadIdx.x;
    const unsigned copied_k = thread / 32;  // of the thread's float4 in a part
    const unsigned offset = thread % 32 * kVector;
    const std::size_t first_k = std::size_t{piece.first_slab} * kDepth;
    const std::size_t tile_row = piece.tile.row;
    const float* next_a =
        kInPlace ? gemm.a + (tile_row * kTileRows + thread / kDepth) * gemm.lda + first_k + thread % kDepth
                 : strips + (tile_row * division.slabs * kDepth + first_k) * kTileRows + thread * kVector;
    const float* next_b =
        b.first + piece.tile.col * b.to_next_tile + (first_k + copied_k) * b.to_next_row + offset;
    const std::size_t b_step = kDepth * b.to_next_row;
    const std::size_t turned_rows = kTurned * gemm.lda;
    // end region
    // Where the thread's copies go, and where it reads.
    unsigned copied = ring + copied_k * kRow + offset * sizeof(float);
    unsigned turned = ring + thread % kDepth * kRow + thread / kDepth * sizeof(float);
    unsigned read_a = ring + row * sizeof(float);
    unsigned read_b = ring + kPart + col / kTileRows * kPart + col % kTileRows * sizeof(float);
    const auto copy_a = [&] {
        // region: copies
        if (kInPlace) {
#pragma unroll
            for (unsigned i = 0; i < kTileRows / kTurned; ++i)
                gpu::copy_async<4>(turned + i * kTurned * sizeof(float), next_a + i * turned_rows);
            next_a += kDepth;
        } else {
            gpu::copy_async<16>(copied, next_a);
            next_a += kSlab;
        }
        // end region
    };
    const auto copy_b = [&] {
        gpu::copy_async<16>(copied + kPart, next_b);
        gpu::copy_async<16>(copied + 2 * kPart, next_b + kTileRows);
        next_b += b_step;
    };
    // region: stages
    // Stages 0 and 1, 1 and 3, 3 and 2, 2 and 0 differ in one bit: by turns in the lower one and in the upper one.
    constexpr unsigned kFlips = kStage ^ 2 * kStage;
    unsigned copy_flip = kStage, read_flip = kStage;
    const auto end_copies = [&] {
        copied ^= copy_flip;
        turned ^= copy_flip;
        copy_flip ^= kFlips;
        gpu::commit_copies();
    };
    const auto read_next_stage = [&] {
        read_a ^= read_flip;
        read_b ^= read_flip;
        read_flip ^= kFlips;
    };
    // end region

    alignas(16) float a_of[2][kRows] = {};  // of one k, and of the next
    alignas(16) float b_of[2][kCols] = {};
    const auto row_at = [](unsigned address, unsigned k) {
        return static_cast<const float*>(__cvta_shared_to_generic(address + k * kRow));
    };
    const auto fetch = [&](unsigned set, unsigned k) {
        if (O::kBFirst) gpu::read_pieces<kLaneCols * kVector>(b_of[set], row_at(read_b, k));
        gpu::read_pieces<kLaneRows * kVector>(a_of[set], row_at(read_a, k));
        if (!O::kBFirst) gpu::read_pieces<kLaneCols * kVector>(b_of[set], row_at(read_b, k));
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

#pragma unroll 1
    for (unsigned slab = 0; slab < kBuffers - 1; ++slab) {
        if (slab < piece.slabs) copy_a(), copy_b();
        end_copies();
    }
    gpu::wait_for_copies<kBuffers - 2>();
    __syncthreads();
    fetch(0, 0);
    constexpr unsigned kLastSet = (kDepth - 1) % 2;
#pragma unroll 1
    for (unsigned left = piece.slabs; left != 0; --left) {
        multiply_rows(kLastSet, O::kTurn, kRows);  // zeros in the first slab
#pragma unroll
        for (unsigned k = 0; k < kDepth; ++k) {
            if (k == kDepth - 1) read_next_stage();
            fetch((k + 1) % 2, (k + 1) % kDepth);
            if (k == O::kBarrierK) {
                gpu::wait_for_copies<kBuffers - 3>();
                __syncthreads();  // the next slab is complete, and no thread still reads the one before this
            }
            // region: apart
            if (left > kBuffers - 1) {
                if (k == O::kCopyB) copy_b();
                if (k == O::kCopyA) copy_a();
            }
            // end region
            if (k == kDepth - 1) end_copies();
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
template <class O, bool kInPlace, bool kAligned>
static __global__ void __launch_bounds__(kThreads, 1)
    multiply_kernel(Gemm gemm, const float* strips, Source b, Division division) {
    extern __shared__ __align__(16) char in_strips_shared[];
    const unsigned ring = (gpu::shared_address(in_strips_shared) + kRing - 1) / kRing * kRing;
    // Lanes in Z order, as in rung 13.
    const unsigned lane = threadIdx.x % 32;
    const unsigned warp = threadIdx.x / 32;
    const unsigned lane_row = (lane >> 1 & 1) | (lane >> 2 & 2);
    const unsigned lane_col = (lane & 1) | (lane >> 1 & 2) | (lane >> 2 & 4);
    const unsigned row = warp / kWarpCols * kWarpTile + lane_row * kVector;  // the thread's first
    const unsigned col = warp % kWarpCols * kWarpTile + lane_col * kVector;

    // Why no block waits forever: there are no more blocks with shares than multiprocessors, so all of them can run at once. And shares are
    // given in reverse, so that a block waits only for blocks with a lower blockIdx.x. They begin first, although CUDA does not promise it,
    // even where fewer can run. `block` is the number of the share, counted from the last block.
    const bool whole = kInPlace || blockIdx.x < division.whole;
    const unsigned block = whole ? 0 : division.blocks - 1 - (blockIdx.x - division.whole);
    std::size_t slab = whole ? 0 : division.share(block);
    const std::size_t end = whole ? division.slabs : division.share(block + 1);
    if (!kInPlace) gpu::wait_for_kernel_before();  // the strips are complete
    do {
        Piece piece;
        const unsigned number =
            whole ? blockIdx.x : division.whole + static_cast<unsigned>(slab / division.slabs);
        piece.tile =
            kInPlace ? Place{number / division.across, number % division.across} : division.place(number);
        piece.first_slab = whole ? 0 : static_cast<unsigned>(slab % division.slabs);
        piece.slabs = static_cast<unsigned>(min(std::size_t{division.slabs - piece.first_slab}, end - slab));
        float sum[kRows][kCols] = {};
        multiply_piece<O, kInPlace>(sum, ring, gemm, strips, b, piece, division, row, col);
        if (!kInPlace && piece.first_slab > 0) {
            write_sheet(division, block, sum);
        } else {
            // region: others
            // The blocks after this one have the tile's other k's, in this order.
            std::size_t added = slab + piece.slabs;
            for (unsigned other = block + 1; !kInPlace && added < slab + division.slabs; ++other) {
                add_sheet(sum, division, other);
                added = division.share(other + 1);
            }
            // end region
            const std::size_t first_row = piece.tile.row * std::size_t{kTileRows} + row;
            const std::size_t first_col = piece.tile.col * std::size_t{kTileCols} + col;
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
    } while (!kInPlace && slab < end);
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

// A stays in place if fewer than kFewTiles tiles would read a strip, and if the last round of tiles leaves at most one of kForOneIdle
// multiprocessors idle: in place, no tile is divided.
constexpr std::size_t kFewTiles = 16, kForOneIdle = 16;

constexpr unsigned kBand = 16;  // rows of tiles in a band (programs/bands.cu)

// C = alpha * A * B + beta * C on a device with this many multiprocessors. band: rows of tiles in a band; in place, tiles come row by row.
// Any size whose strips fit into memory, and any leading dimension: a thin A grows to 128 rows, a thin B to 256 columns. Sums are added in
// a fixed order, so the same call gives the same bits. A workspace stays on the device until the program ends: A in whole tiles, B in whole
// tiles where it is laid, and a tile for each multiprocessor. It serves one product at a time.
template <class O, class OUnaligned, class OInPlace>
void multiply_for(unsigned multiprocessors, const Gemm& gemm, unsigned band) {
    if (gemm.m == 0 || gemm.n == 0) return;
    const std::size_t across = gpu::tiles_for(gemm.n, kTileCols);
    const std::size_t down = gpu::tiles_for(gemm.m, kTileRows);
    const std::size_t slabs = std::max<std::size_t>(gpu::tiles_for(gemm.k, kDepth), 1);  // zeros if k is 0
    const std::size_t padded_k = slabs * kDepth;
    const std::size_t last = across * down % multiprocessors;  // tiles of the last round
    const bool b_in_place =
        gpu::holds_float4(gemm.b, gemm.n, gemm.ldb) && gemm.n % kTileCols == 0 && gemm.k == padded_k;
    const bool c_aligned = gpu::holds_float4(gemm.c, gemm.n, gemm.ldc);
    const bool a_in_place = b_in_place && c_aligned && gemm.m % kTileRows == 0 && across < kFewTiles &&
                            (last == 0 || (multiprocessors - last) * kForOneIdle <= multiprocessors);
    const std::size_t blocks =
        last == 0 || a_in_place ? 0 : std::min<std::size_t>(multiprocessors, last * slabs);

    const std::size_t of_a = a_in_place ? 0 : down * padded_k * kTileRows;
    const std::size_t of_b = b_in_place ? 0 : across * padded_k * kTileCols;
    const std::size_t of_sheets = blocks * kTileRows * kTileCols;
    float* const strips_a = workspace(of_a + of_b + of_sheets + blocks);
    float* const strips_b = strips_a + of_a;
    float* const sheets = strips_b + of_b;
    unsigned* const done = reinterpret_cast<unsigned*>(sheets + of_sheets);
    if (!a_in_place) simt::annotate(strips_a, down * padded_k, kTileRows, "a_strips");
    const Division division = {static_cast<unsigned>(across),
                               static_cast<unsigned>(down),
                               band,
                               static_cast<unsigned>(blocks == 0 ? across * down : across * down - last),
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
    if (!a_in_place) {
        const dim3 lay_grid = gpu::tile_grid(laid, down);
        lay_a_kernel<O><<<lay_grid, block>>>(strips_a, gemm.a, gemm.m, gemm.k, gemm.lda, padded_k, done,
                                             division.blocks);
        CUDA_CHECK(cudaGetLastError());
    }
    const auto kernel = a_in_place  ? multiply_kernel<OInPlace, true, true>
                        : c_aligned ? multiply_kernel<O, false, true>
                                    : multiply_kernel<OUnaligned, false, false>;
    constexpr int kShared = 2 * kRing;  // so that a ring begins at a multiple of its size
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared));
    const dim3 grid(division.whole + division.blocks);
    gpu::launch_dependent(kernel, grid, block, kShared, gemm, static_cast<const float*>(strips_a), b,
                          division);
}

}  // namespace in_strips
