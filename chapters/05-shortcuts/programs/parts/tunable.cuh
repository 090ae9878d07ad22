// The kernel of 6_warp_tiled.cu, which explains it, with parameters: all its sizes, the relaxation (a Form, forms.cuh), and what happens
// to results. programs/tune.cu searches for the fastest sizes; overlapped.cu computes with it while part of the lengths have not arrived.
#pragma once

#include <cuda_pipeline.h>

#include <cstddef>
#include <cstdint>

#include "common/cuda/check.hpp"

namespace tunable {

constexpr int kVector = 4;  // words that one access to shared memory moves

// In which order a lane goes through its results. That changes no minimum, but which registers the compiler takes, and how often two
// additions in a row read the same one. kTurning: the next column is gone through backwards. kSquares: 2 × 2 results at a time.
enum class Order { kRows, kColumns, kTurning, kSquares };

// Sizes in words. A block has kBlockRows × kBlockCols of r, a warp kWarpRows × kWarpCols of these, and a lane kRows × kCols of those, in
// pieces of 4 × 4. kDepth: ks in a slab; kSlabs: slabs in shared memory; kResident: blocks that a multiprocessor is to hold at once,
// which limits the registers of a thread.
template <int kBlockRows_, int kBlockCols_, int kWarpRows_, int kWarpCols_, int kRows_, int kCols_,
          int kDepth_, int kSlabs_, int kResident_, Order kOrder_ = Order::kRows>
struct Shape {
    static constexpr Order kOrder = kOrder_;
    static constexpr int kBlockRows = kBlockRows_, kBlockCols = kBlockCols_;
    static constexpr int kWarpRows = kWarpRows_, kWarpCols = kWarpCols_;
    static constexpr int kRows = kRows_, kCols = kCols_;
    static constexpr int kDepth = kDepth_, kSlabs = kSlabs_, kResident = kResident_;
    static constexpr int kLanesAcross = kWarpCols / kCols, kLanesDown = kWarpRows / kRows;
    static constexpr int kWarpsAcross = kBlockCols / kWarpCols;
    static constexpr int kThreads = 32 * kWarpsAcross * (kBlockRows / kWarpRows);
    static_assert(kLanesAcross * kLanesDown == 32, "a warp's tile is that of 32 lanes");
    static_assert(kBlockRows % kWarpRows == 0 && kBlockCols % kWarpCols == 0,
                  "a block's tile is that of whole warps");
    static_assert(kRows % kVector == 0 && kCols % kVector == 0, "a lane has pieces of 4 × 4");
    static_assert(kDepth * kBlockRows % (kVector * kThreads) == 0 &&
                      kDepth * kBlockCols % (kVector * kThreads) == 0,
                  "a slab is copied by all threads alike");
    static_assert(kDepth % 2 == 0 && kSlabs >= 2, "two ks at a time, and a slab in flight");
};

template <class Word>
struct alignas(kVector * sizeof(Word)) Pack {
    Word word[kVector];
};

// A lane's position in its warp's tile. Lanes n and n ^ 1 have the same row, n and n ^ 2 the same column, so shared memory serves an
// access of 16 bytes a lane in two wavefronts instead of four. The other bits alternate between row and column.
template <class Shape>
__device__ int lane_row(int lane) {
    constexpr bool kTall = Shape::kLanesDown == 8;
    static_assert(kTall ? Shape::kLanesAcross == 4 : Shape::kLanesDown == 4, "8 × 4 or 4 × 8 lanes");
    return kTall ? (lane >> 1 & 1) | (lane >> 2 & 6) : (lane >> 1 & 1) | (lane >> 2 & 2);
}
template <class Shape>
__device__ int lane_col(int lane) {
    constexpr bool kTall = Shape::kLanesDown == 8;
    return kTall ? (lane & 1) | (lane >> 1 & 2) : (lane & 1) | (lane >> 1 & 2) | (lane >> 2 & 4);
}

// Row and column of the i-th result in Shape::kOrder.
template <class Shape>
__device__ constexpr int row_at(int i) {
    constexpr int kRows = Shape::kRows, kCols = Shape::kCols;
    if (Shape::kOrder == Order::kRows) return i / kCols;
    if (Shape::kOrder == Order::kColumns) return i % kRows;
    if (Shape::kOrder == Order::kTurning) return i / kRows % 2 == 0 ? i % kRows : kRows - 1 - i % kRows;
    return i / 4 % (kRows / 2) * 2 + i % 2;
}
template <class Shape>
__device__ constexpr int col_at(int i) {
    constexpr int kRows = Shape::kRows, kCols = Shape::kCols;
    if (Shape::kOrder == Order::kRows) return i % kCols;
    if (Shape::kOrder == Order::kSquares) return i / (2 * kRows) * 2 + i / 2 % 2;
    return i / kRows;
}

// This thread's share of copying a slab: kDepth rows of kWidth words, row k from from + k × stride.
template <int kDepth, int kWidth, int kThreads, class Word>
__device__ void copy_slab(Word (*to)[kWidth], const Word* from, std::size_t stride) {
    constexpr int kPacks = kWidth / kVector;
#pragma unroll
    for (int first = 0; first < kDepth * kPacks; first += kThreads) {
        const int pack = first + static_cast<int>(threadIdx.x);
        const int k = pack / kPacks;
        const int x = pack % kPacks * kVector;
        __pipeline_memcpy_async(&to[k][x], from + k * stride + x, sizeof(Pack<Word>));
    }
}

// A lane's words of a row of shared memory: pieces of 4, kStep words apart.
template <int kCount, int kStep, class Word>
__device__ void read_pieces(Word (&words)[kCount], const Word* from) {
#pragma unroll
    for (int piece = 0; piece < kCount / kVector; ++piece) {
        const Pack<Word> pack = *reinterpret_cast<const Pack<Word>*>(from + piece * kStep);
#pragma unroll
        for (int e = 0; e < kVector; ++e) words[piece * kVector + e] = pack.word[e];
    }
}

// Four results to a multiple of 16 bytes. __stwb, not an assignment: nvcc 13.0 makes four stores of every other assignment.
__device__ inline void store_four(float* to, const float* four) {
    __stwb(reinterpret_cast<float4*>(to), make_float4(four[0], four[1], four[2], four[3]));
}
__device__ inline void store_four(std::int32_t* to, const std::int32_t* four) {
    __stwb(reinterpret_cast<int4*>(to), make_int4(four[0], four[1], four[2], four[3]));
}

// *to becomes `length` where that is smaller, also when other threads do the same at once. Not negative.
__device__ inline void keep_smaller(float* to, float length) {
    atomicMin(reinterpret_cast<int*>(to), __float_as_int(length));
}
__device__ inline void keep_smaller(std::int32_t* to, std::int32_t length) { atomicMin(to, length); }

// What the kernel reads: column k of the first factor is a row of `to`, row k of the second one is a row of `from`. Rows beyond n, up to
// the next multiple of kDepth, exist and change no minimum.
template <class Word>
struct Factors {
    const Word* to;
    std::size_t to_stride;
    const Word* from;
    std::size_t from_stride;
};

// Computes the results in rows before `rows` over the first `depth` values of k from where the factors begin. If depth is not a multiple
// of Shape::kDepth it is rounded up; the lengths there must change no minimum.
struct Part {
    std::size_t rows;
    std::size_t depth;
};

// A block's shared memory: parts of columns of the first factor and of rows of the second one.
template <class Word, class Shape>
struct Slabs {
    alignas(16) Word to[Shape::kSlabs][Shape::kDepth][Shape::kBlockRows];
    alignas(16) Word from[Shape::kSlabs][Shape::kDepth][Shape::kBlockCols];
};

// How a finished tile is stored: it replaces the old results, or the smaller one stays, also when blocks that run at the same time write to
// the same results.
enum class Keep { kNew, kSmaller, kSmallerOfMany };

// The block's tile of r, from block_row and block_col on; all threads of the block call it. kSmallerOfMany takes a minimum of integers,
// or of floats' bits, which have the floats' order if no float is negative.
template <class Form, class Shape>
__device__ void compute_tile(typename Form::Result* r, std::size_t n, const Part& part,
                             const Factors<typename Form::Word>& factors, Keep keep,
                             Slabs<typename Form::Word, Shape>& slabs, std::size_t block_row,
                             std::size_t block_col) {
    using Word = typename Form::Word;
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int row = warp / Shape::kWarpsAcross * Shape::kWarpRows + lane_row<Shape>(lane) * kVector;
    const int col = warp % Shape::kWarpsAcross * Shape::kWarpCols + lane_col<Shape>(lane) * kVector;
    constexpr int kRowStep = Shape::kLanesDown * kVector;
    constexpr int kColStep = Shape::kLanesAcross * kVector;

    const Word* next_to = factors.to + block_row;
    const Word* next_from = factors.from + block_col;
    const int slab_count = static_cast<int>((part.depth + Shape::kDepth - 1) / Shape::kDepth);
    const auto copy = [&](int slab, int place) {
        if (slab < slab_count) {
            copy_slab<Shape::kDepth, Shape::kBlockRows, Shape::kThreads>(slabs.to[place], next_to,
                                                                         factors.to_stride);
            copy_slab<Shape::kDepth, Shape::kBlockCols, Shape::kThreads>(slabs.from[place], next_from,
                                                                         factors.from_stride);
            next_to += Shape::kDepth * factors.to_stride;
            next_from += Shape::kDepth * factors.from_stride;
        }
        __pipeline_commit();
    };

    Word best[Shape::kRows][Shape::kCols];
#pragma unroll
    for (int a = 0; a < Shape::kRows; ++a) {
#pragma unroll
        for (int b = 0; b < Shape::kCols; ++b) best[a][b] = Form::no_edge();
    }
#pragma unroll
    for (int slab = 0; slab < Shape::kSlabs - 1; ++slab) copy(slab, slab);
    int place = 0;  // of the slab to compute with
    for (int slab = 0; slab < slab_count; ++slab) {
        __pipeline_wait_prior(Shape::kSlabs - 2);
        __syncthreads();  // the slab is complete, and no thread still reads the one before
        copy(slab + Shape::kSlabs - 1, place == 0 ? Shape::kSlabs - 1 : place - 1);
#pragma unroll
        for (int k = 0; k < Shape::kDepth; k += 2) {
            Word to0[Shape::kRows], to1[Shape::kRows], from0[Shape::kCols], from1[Shape::kCols];
            read_pieces<Shape::kRows, kRowStep>(to0, &slabs.to[place][k][row]);
            read_pieces<Shape::kRows, kRowStep>(to1, &slabs.to[place][k + 1][row]);
            read_pieces<Shape::kCols, kColStep>(from0, &slabs.from[place][k][col]);
            read_pieces<Shape::kCols, kColStep>(from1, &slabs.from[place][k + 1][col]);
#pragma unroll
            for (int i = 0; i < Shape::kRows * Shape::kCols; ++i) {
                const int a = row_at<Shape>(i), b = col_at<Shape>(i);
                best[a][b] = Form::relax(best[a][b], to0[a], from0[b], to1[a], from1[b]);
            }
        }
        place = place == Shape::kSlabs - 1 ? 0 : place + 1;
    }

    using Result = typename Form::Result;
    constexpr int kWide = kVector * Form::kResultsInAWord;  // results of a piece's row
    const bool aligned = n % kVector == 0 && reinterpret_cast<std::uintptr_t>(r) % sizeof(Pack<Result>) == 0;
#pragma unroll
    for (int a = 0; a < Shape::kRows; ++a) {
        const std::size_t i = block_row + row + a / kVector * kRowStep + a % kVector;
#pragma unroll
        for (int b = 0; b < Shape::kCols; b += kVector) {
            const std::size_t j = (block_col + col + b / kVector * kColStep) * Form::kResultsInAWord;
            Result results[kWide];
#pragma unroll
            for (int e = 0; e < kWide; ++e)
                results[e] = Form::result(best[a][b + e / Form::kResultsInAWord], e % Form::kResultsInAWord);
#pragma unroll
            for (int e = 0; e < kWide; e += kVector) {
                if (i >= part.rows || j + e >= n) continue;
                Result* const to_r = r + i * n + j + e;
                if (keep == Keep::kSmallerOfMany) {
#pragma unroll
                    for (int f = 0; f < kVector; ++f) {
                        if (j + e + f < n) keep_smaller(to_r + f, results[e + f]);
                    }
                    continue;
                }
                if (keep == Keep::kSmaller) {
#pragma unroll
                    for (int f = 0; f < kVector; ++f) {
                        if (j + e + f < n) results[e + f] = min(results[e + f], to_r[f]);
                    }
                }
                if (aligned) {
                    store_four(to_r, &results[e]);
                } else {
#pragma unroll
                    for (int f = 0; f < kVector; ++f) {
                        if (j + e + f < n) to_r[f] = results[e + f];
                    }
                }
            }
        }
    }
}

// All n × n results. The values of k are divided among the blocks of a column of the grid, blockIdx.z, `depth` for each, a multiple
// of Shape::kDepth.
template <class Form, class Shape, Keep kKeep>
static __global__ void __launch_bounds__(Shape::kThreads, Shape::kResident)
    shortcuts_kernel(typename Form::Result* r, std::size_t n, std::size_t depth,
                     Factors<typename Form::Word> factors) {
    __shared__ Slabs<typename Form::Word, Shape> slabs;
    const std::size_t first_k = blockIdx.z * depth;
    factors.to += first_k * factors.to_stride;
    factors.from += first_k * factors.from_stride;
    compute_tile<Form>(r, n, Part{n, min(depth, n - first_k)}, factors, kKeep, slabs,
                       blockIdx.y * std::size_t{Shape::kBlockRows},
                       blockIdx.x * std::size_t{Shape::kBlockCols});
}

// depth as above. More than one piece: r holds no edges at all before (kSmallerOfMany).
template <class Form, class Shape, Keep kKeep = Keep::kNew>
void shortcuts_in_pieces(typename Form::Result* r, std::size_t n, std::size_t depth,
                         const Factors<typename Form::Word>& factors) {
    constexpr std::size_t kBlockCols = std::size_t{Shape::kBlockCols} * Form::kResultsInAWord;
    const dim3 grid(static_cast<unsigned>((n + kBlockCols - 1) / kBlockCols),
                    static_cast<unsigned>((n + Shape::kBlockRows - 1) / Shape::kBlockRows),
                    static_cast<unsigned>((n + depth - 1) / depth));
    const dim3 block(Shape::kThreads);
    shortcuts_kernel<Form, Shape, kKeep><<<grid, block>>>(r, n, depth, factors);
    CUDA_CHECK(cudaGetLastError());
}

template <class Form, class Shape>
void shortcuts(typename Form::Result* r, std::size_t n, const Factors<typename Form::Word>& factors) {
    shortcuts_in_pieces<Form, Shape>(r, n, n, factors);
}

}  // namespace tunable
