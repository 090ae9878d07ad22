// New base: a word may hold two lengths, so the operations on a word become a parameter of the kernel.
//
// Pairs of 16 bits: a VIADDMNMX.16x2 adds and takes minima of two pairs at once. Two neighbouring columns of r share a word; the second
// factor has pairs of columns, and the first has each length twice. Lengths must be at most 8191, or no edge: a kernel checks them, and
// if some are longer, rung 1's form computes instead. Compare with 1_add_and_minimum.cu.
//
// Predicted: twice rung 1's relaxations in the same instructions.
#include <cuda_pipeline.h>

#include <cstddef>
#include <cstdint>

#include "common/cuda/all_inside.cuh"
#include "common/cuda/check.hpp"
#include "common/cuda/dpx.cuh"
#include "common/cuda/pad.cuh"
#include "common/cuda/pieces.cuh"
#include "common/cuda/tile_grid.cuh"

namespace integers::pairs_of_16_bits {

constexpr std::int32_t kNoEdge = 0x3fffffff;  // the sum of two of them fits
constexpr std::int32_t kNoEdge16 = 0x3fff;    // also in 16 bits
constexpr std::int32_t kLongest16 = 0x1fff;   // so that the sum of two lengths is below kNoEdge16
constexpr unsigned kPair = 0x10001;           // times this, a length of 16 bits is there twice

constexpr int kVector = 4;     // words in a uint4
constexpr int kTile = 128;     // words on a side of the block's tile
constexpr int kWarpTile = 64;  // and of a warp's square
constexpr int kRows = 16;      // words that a lane has, in pieces of 4 × 4
constexpr int kCols = 8;
constexpr int kRowStep = kWarpTile / kRows * kVector;  // from a lane's one piece to its next
constexpr int kColStep = kWarpTile / kCols * kVector;
constexpr int kWarps = kTile / kWarpTile;  // on a side of the block
constexpr int kPacks = kTile / kVector;
constexpr int kThreads = 32 * kWarps * kWarps;
constexpr int kDepth = 8;  // ks in a slab
static_assert(kDepth * kPacks % kThreads == 0, "all threads copy alike");

// A length in a word, and two columns in a word. relax: min(best, to + from).
struct Singles {
    static constexpr int kInAWord = 1;
    static constexpr unsigned kTurn = gpu::kSomeOutside;  // the answer that calls for it
    static __device__ unsigned no_edge() { return kNoEdge; }
    static __device__ std::int32_t length(unsigned word, int) { return static_cast<std::int32_t>(word); }
    static __device__ unsigned relax(unsigned best, unsigned to, unsigned from) {
        return static_cast<unsigned>(__viaddmin_s32(
            static_cast<std::int32_t>(to), static_cast<std::int32_t>(from), static_cast<std::int32_t>(best)));
    }
};
struct Pairs {
    static constexpr int kInAWord = 2;
    static constexpr unsigned kTurn = gpu::kAllInside;
    static __device__ unsigned no_edge() { return kNoEdge16 * kPair; }
    static __device__ std::int32_t length(unsigned word, int half) {
        const std::int32_t length = static_cast<std::int32_t>(half == 0 ? word & 0xffff : word >> 16);
        return length == kNoEdge16 ? kNoEdge : length;
    }
    static __device__ unsigned relax(unsigned best, unsigned to, unsigned from) {
        return __viaddmin_s16x2(to, from, best);
    }
};

// What 16 bits are enough for.
struct Fits16 {
    __device__ bool operator()(std::int32_t length) const {
        return length == kNoEdge || (length >= 0 && length <= kLongest16);
    }
};

// What a kernel reads: column k of the first factor is a row of `to`, row k of the second one is a row of `from`; and the words from
// one row to the next.
struct Factors {
    const unsigned* to;
    std::size_t to_stride;
    const unsigned* from;
    std::size_t from_stride;
};

// Does nothing where *answer calls for the other form. Two blocks on a multiprocessor: one computes while the other waits at a barrier.
template <class Form>
static __global__ void __launch_bounds__(kThreads, 2)
    shortcuts_kernel(std::int32_t* r, Factors factors, std::size_t n, const unsigned* answer) {
    if (*answer != Form::kTurn) return;
    __shared__ alignas(16) unsigned to_k[2][kDepth][kTile];  // of one slab and of the next
    __shared__ alignas(16) unsigned from_k[2][kDepth][kTile];
    const std::size_t first_i = blockIdx.y * std::size_t{kTile};
    const std::size_t first_word = blockIdx.x * std::size_t{kTile};
    const int thread = threadIdx.x;
    // 4 × 8 lanes. Lanes n and n ^ 1 have the same row, n and n ^ 2 the same column.
    const int lane = thread % 32;
    const int warp = thread / 32;
    const int lane_row = (lane >> 1 & 1) | (lane >> 2 & 2);
    const int lane_col = (lane & 1) | (lane >> 1 & 2) | (lane >> 2 & 4);
    const int row = warp / kWarps * kWarpTile + lane_row * kVector;  // of the lane's first piece, in the tile
    const int col = warp % kWarps * kWarpTile + lane_col * kVector;
    const unsigned* next_to = factors.to + first_i;
    const unsigned* next_from = factors.from + first_word;
    const int slab_count = static_cast<int>((n + kDepth - 1) / kDepth);
    // Starts this thread's share of copying a slab, if there is one more, to one half of shared memory.
    const auto start_copies = [&](int slab, int half) {
        if (slab < slab_count) {
#pragma unroll
            for (int first = 0; first < kDepth * kPacks; first += kThreads) {
                const int k = (first + thread) / kPacks;
                const int x = (first + thread) % kPacks * kVector;
                __pipeline_memcpy_async(&to_k[half][k][x], next_to + factors.to_stride * k + x,
                                        sizeof(uint4));
                __pipeline_memcpy_async(&from_k[half][k][x], next_from + factors.from_stride * k + x,
                                        sizeof(uint4));
            }
            next_to += factors.to_stride * kDepth;
            next_from += factors.from_stride * kDepth;
        }
        __pipeline_commit();
    };

    unsigned best[kRows][kCols];
#pragma unroll
    for (int a = 0; a < kRows; ++a) {
#pragma unroll
        for (int b = 0; b < kCols; ++b) best[a][b] = Form::no_edge();
    }
    start_copies(0, 0);
    for (int slab = 0; slab < slab_count; ++slab) {
        const int half = slab % 2;
        __pipeline_wait_prior(0);
        __syncthreads();  // this slab is complete, and no thread still reads the one before
        start_copies(slab + 1, 1 - half);
#pragma unroll
        for (int k = 0; k < kDepth; k += 2) {
            alignas(16) unsigned to0[kRows], to1[kRows], from0[kCols], from1[kCols];
            gpu::read_pieces<kRowStep>(to0, &to_k[half][k][row]);  // of 16 rows i
            gpu::read_pieces<kRowStep>(to1, &to_k[half][k + 1][row]);
            gpu::read_pieces<kColStep>(from0, &from_k[half][k][col]);  // of 8 words of columns j
            gpu::read_pieces<kColStep>(from1, &from_k[half][k + 1][col]);
#pragma unroll
            for (int a = 0; a < kRows; ++a) {
#pragma unroll
                for (int b = 0; b < kCols; ++b)
                    best[a][b] = Form::relax(Form::relax(best[a][b], to0[a], from0[b]), to1[a], from1[b]);
            }
        }
    }
    const bool aligned = gpu::rows_aligned(r, n);
    constexpr int kWide = kVector * Form::kInAWord;  // lengths of a piece's row
#pragma unroll
    for (int a = 0; a < kRows; ++a) {
        const std::size_t i = first_i + row + a / kVector * kRowStep + a % kVector;
#pragma unroll
        for (int b = 0; b < kCols * Form::kInAWord; b += kVector) {
            const std::size_t j = (first_word + col + b / kWide * kColStep) * Form::kInAWord + b % kWide;
            if (i >= n || j >= n) continue;
            std::int32_t four[kVector];
#pragma unroll
            for (int e = 0; e < kVector; ++e)
                four[e] = Form::length(best[a][(b + e) / Form::kInAWord], (b + e) % Form::kInAWord);
            gpu::store_piece(r, n, i, j, make_int4(four[0], four[1], four[2], four[3]), aligned);
        }
    }
}

constexpr unsigned kSide = 32;  // of the tile that a block packs
constexpr unsigned kSideRows = 8;
constexpr std::size_t kPadded = 2 * kTile;  // a tile is so many columns wide
static_assert(kPadded % kSide == 0, "padded to whole tiles of both kinds");

__device__ inline unsigned half_of(std::int32_t length) {
    return length == kNoEdge ? kNoEdge16 : static_cast<unsigned>(length) & 0xffff;
}

// pairs: nn rows of nn / 2 words, columns 2j and 2j + 1 of d in word j; twice: nn × nn words, d transposed, each length twice.
static __global__ void pack_kernel(unsigned* pairs, unsigned* twice, const std::int32_t* d, std::size_t n,
                                   std::size_t nn, const unsigned* answer) {
    if (*answer != Pairs::kTurn) return;
    __shared__ unsigned tile[kSide][kSide + 1];
    const std::size_t first_row = gpu::tile_y() * kSide;
    const std::size_t first_col = gpu::tile_x() * kSide;
    const unsigned x = threadIdx.x;
    for (unsigned y = threadIdx.y; y < kSide; y += kSideRows) {
        const std::size_t i = first_row + y;
        const std::size_t j = first_col + x;
        tile[y][x] = half_of(i < n && j < n ? d[n * i + j] : kNoEdge);
    }
    __syncthreads();
    for (unsigned y = threadIdx.y; y < kSide; y += kSideRows) {
        twice[nn * (first_col + y) + first_row + x] = tile[x][y] * kPair;
        if (x < kSide / 2)
            pairs[(nn * (first_row + y) + first_col) / 2 + x] = tile[y][2 * x] | tile[y][2 * x + 1] << 16;
    }
}

template <class Form>
static void launch(std::int32_t* r, const Factors& factors, std::size_t n, const unsigned* answer) {
    constexpr std::size_t kTileCols = std::size_t{kTile} * Form::kInAWord;
    const dim3 grid(static_cast<unsigned>((n + kTileCols - 1) / kTileCols),
                    static_cast<unsigned>((n + kTile - 1) / kTile));
    const dim3 block(kThreads);
    shortcuts_kernel<Form><<<grid, block>>>(r, factors, n, answer);
    CUDA_CHECK(cudaGetLastError());
}

// The answer in 16 bytes, then what either form needs: pairs half a matrix more than one, singles two matrices.
std::size_t scratch_bytes(std::size_t n) {
    const std::size_t nn = gpu::padded(n, kPadded);
    return 16 + 2 * nn * nn * sizeof(unsigned);
}

// Arguments as in 0_naive.cu.
void shortcuts(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch) {
    if (n == 0) return;
    const std::size_t nn = gpu::padded(n, kPadded);
    unsigned* const answer = static_cast<unsigned*>(scratch);
    unsigned* const words = answer + 4;
    gpu::check_all(answer, d, n * n, Fits16{});
    const dim3 grid = gpu::tile_grid(nn / kSide, nn / kSide);
    const dim3 block(kSide, kSideRows);
    pack_kernel<<<grid, block>>>(words + nn * nn, words, d, n, nn, answer);
    CUDA_CHECK(cudaGetLastError());
    launch<Pairs>(r, Factors{words, nn, words + nn * nn, nn / 2}, n, answer);
    // The other form pads over the pairs, which are no longer needed.
    const std::size_t mm = gpu::padded(n, kTile);
    gpu::pad(reinterpret_cast<std::int32_t*>(words), d, n, mm, kNoEdge, answer, Singles::kTurn);
    launch<Singles>(r, Factors{words + mm * mm, mm, words, mm}, n, answer);
}

}  // namespace integers::pairs_of_16_bits
