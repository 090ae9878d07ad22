// The innermost part of multiply_blocked: one small tile of C stays in registers while two packed panels stream past
// it, or rows of A and columns of B where they lie. An Operation combines an element of A with one of B: multiply and
// add for products of matrices, add and compare for shortest paths (common/baseline/shortcuts). One source serves all
// CPUs. It is written with the compiler's vectors (GNU's, of Lanes floats) and compiled once for each instruction set,
// by kernel_portable.cpp, kernel_avx2.cpp and kernel_avx512.cpp, which choose the tile's shape. Compare with
// chapters/04-matmul/10_register_blocked.cu, where a thread does what a core does here.
//
// The anonymous namespace is deliberate: code compiled for AVX-512 must never be linked into another file's code.
#pragma once

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "common/baseline/multiply/kernels.hpp"

namespace baseline::multiply {
namespace {

template <int Lanes>
struct VectorOf {
    using Type [[gnu::vector_size(Lanes * sizeof(float))]] = float;
    using Indices [[gnu::vector_size(Lanes * sizeof(float))]] = int;
};

// Loads and stores at any address; the compiler makes one instruction of each.
template <class Vector>
[[gnu::always_inline]] inline void load(Vector& vector, const float* from) {
    __builtin_memcpy(&vector, from, sizeof vector);
}

template <class Vector>
[[gnu::always_inline]] inline void store(float* to, const Vector& vector) {
    __builtin_memcpy(to, &vector, sizeof vector);
}

// C = alpha * A * B + beta * C.
struct MultiplyAdd {
    static constexpr float kStart = 0;

    template <class Vector>
    [[gnu::always_inline]] static void step(Vector& sum, float a, const Vector& b) {
        sum += a * b;
    }
    template <class Vector>
    [[gnu::always_inline]] static void step(Vector& sum, const Vector& a, const Vector& b) {
        sum += a * b;
    }
    template <class Value>
    [[gnu::always_inline]] static void finish(const Tile& t, Value& sum) {
        sum = t.alpha * sum;
    }
    template <class Value>
    [[gnu::always_inline]] static void add_to(const Tile& t, Value& sum, const Value& before) {
        sum = t.alpha * sum + t.beta * before;
    }
};

enum class From { Panels, Matrices };  // A and B: packed, or where they lie

// Rows x Vectors vectors of C. Each step of k takes Vectors loads from b, Rows broadcasts from a, and Rows * Vectors
// fused multiply-adds, all independent of each other. There must be enough of them to fill the latency of an addition
// (4 cycles, two per cycle: 8), and they must fit the registers together with the vectors of b and a broadcast. More
// rows mean more reuse.
//
// Ahead: how many steps before their use the panels are prefetched; 0: not at all. A CPU prefetches sequential reads
// by itself, but not always early enough if a panel is in the second-level cache.
template <class Operation, int Lanes, int Vectors, int Rows, From Source, int Ahead>
[[gnu::noinline]] void tile(const Tile& t) {
    using Vector = typename VectorOf<Lanes>::Type;
    constexpr int kCols = Lanes * Vectors;

    // The tile of C is needed at the end; prefetched now, its lines arrive during the sums.
    constexpr int kLine = 16;
#pragma GCC unroll 16
    for (int row = 0; row < Rows; ++row) {
#pragma GCC unroll 4
        for (int col = 0; col < kCols; col += kLine) __builtin_prefetch(t.c + row * t.ldc + col, 1);
        __builtin_prefetch(t.c + row * t.ldc + t.cols - 1, 1);
    }

    Vector sum[Rows][Vectors];
#pragma GCC unroll 16
    for (int row = 0; row < Rows; ++row) {
#pragma GCC unroll 4
        for (int v = 0; v < Vectors; ++v) sum[row][v] = Vector{} + Operation::kStart;
    }
    constexpr bool kInPlace = Source == From::Matrices;
    constexpr std::size_t kStep = kInPlace ? 1 : Rows;  // from an element of a row of A to the next
    const float* a[Rows];
#pragma GCC unroll 16
    for (int row = 0; row < Rows; ++row) a[row] = t.a + row * (kInPlace ? t.lda : 1);
    const float* b = t.b;
    const float* next = t.next;
#pragma GCC unroll 4
    for (std::size_t k = 0; k < t.k; ++k) {
        Vector from_b[Vectors];
#pragma GCC unroll 4
        for (int v = 0; v < Vectors; ++v) load(from_b[v], b + v * Lanes);
        if constexpr (Ahead > 0) {
            __builtin_prefetch(a[0] + (k + Ahead) * kStep);
#pragma GCC unroll 4
            for (int v = 0; v < Vectors; ++v) __builtin_prefetch(b + Ahead * kCols + v * Lanes);
        }
#pragma GCC unroll 16
        for (int row = 0; row < Rows; ++row) {
#pragma GCC unroll 4
            for (int v = 0; v < Vectors; ++v) Operation::step(sum[row][v], a[row][k * kStep], from_b[v]);
        }
        b += kInPlace ? t.ldb : kCols;
        if constexpr (!kInPlace) {
            __builtin_prefetch(next, 0, 2);
            next += t.next_step;
        }
    }

    const bool overwrite = t.beta == 0;
    if (kInPlace || t.cols == kCols) {
#pragma GCC unroll 16
        for (int row = 0; row < Rows; ++row) {
#pragma GCC unroll 4
            for (int v = 0; v < Vectors; ++v) {
                float* const c = t.c + row * t.ldc + v * Lanes;
                if (overwrite) {
                    Operation::finish(t, sum[row][v]);
                } else {
                    Vector before;
                    load(before, c);
                    Operation::add_to(t, sum[row][v], before);
                }
                store(c, sum[row][v]);
            }
        }
        return;
    }
    // At the right edge the packed panel is filled up with zeros; only the columns of the tile that exist are stored.
    for (int row = 0; row < Rows; ++row) {
        alignas(64) float line[kCols];
        for (int v = 0; v < Vectors; ++v) store(line + v * Lanes, sum[row][v]);
        float* const c = t.c + row * t.ldc;
        for (int col = 0; col < t.cols; ++col) {
            if (overwrite) {
                Operation::finish(t, line[col]);
            } else {
                Operation::add_to(t, line[col], c[col]);
            }
            c[col] = line[col];
        }
    }
}

// A vector of groups of four floats that lie `stride` apart. With memcpy alone the compiler makes it by way of memory.
template <int Lanes, class Vector>
[[gnu::always_inline]] inline void load_fours(Vector& vector, const float* from, std::size_t stride) {
#if defined(__AVX512F__)
    if constexpr (Lanes == 16) {
        __m512 groups = _mm512_maskz_broadcast_f32x4(0xffff, _mm_loadu_ps(from));
        if (stride > 0) {
            groups = _mm512_mask_broadcast_f32x4(groups, 0x00f0, _mm_loadu_ps(from + stride));
            groups = _mm512_mask_broadcast_f32x4(groups, 0x0f00, _mm_loadu_ps(from + 2 * stride));
            groups = _mm512_mask_broadcast_f32x4(groups, 0xf000, _mm_loadu_ps(from + 3 * stride));
        }
        vector = groups;
        return;
    }
#endif
    float groups[Lanes];
    for (int group = 0; group < Lanes / kNarrow; ++group)
        __builtin_memcpy(groups + kNarrow * group, from + group * stride, kNarrow * sizeof(float));
    load(vector, groups);
}

// Element `index` of each group of four, in all four lanes of the group.
template <int Lanes, class Vector>
[[gnu::always_inline]] inline void spread(Vector& out, const Vector& vector, int index) {
    typename VectorOf<Lanes>::Indices indices;
#pragma GCC unroll 16
    for (int lane = 0; lane < Lanes; ++lane) indices[lane] = lane / kNarrow * kNarrow + index;
    out = __builtin_shuffle(vector, indices);
}

// Four columns of C in place. `tile` would use four lanes of a vector for them; here a vector has four columns of Lanes / 4 rows:
//
//     lane      0 1 2 3   4 5 6 7   8 9 …
//     row          0         1       2
//     column    0 1 2 3   0 1 2 3   0 1 …
//
// A vector of A has four steps of k of these rows, and in each step one of them goes to the four lanes of its row.
template <class Operation, int Lanes, int Vectors>
[[gnu::noinline]] void narrow_tile(const Tile& t) {
    using Vector = typename VectorOf<Lanes>::Type;
    constexpr int kRows = Lanes / kNarrow;  // of a vector
    constexpr int kSteps = 4;
    Vector sum[Vectors];
#pragma GCC unroll 8
    for (int v = 0; v < Vectors; ++v) sum[v] = Vector{} + Operation::kStart;
    const std::size_t together = t.k / kSteps * kSteps;
    for (std::size_t k = 0; k < together; k += kSteps) {
        Vector from_a[Vectors];
#pragma GCC unroll 8
        for (int v = 0; v < Vectors; ++v) load_fours<Lanes>(from_a[v], t.a + v * kRows * t.lda + k, t.lda);
#pragma GCC unroll 4
        for (int step = 0; step < kSteps; ++step) {
            Vector from_b, a;
            load_fours<Lanes>(from_b, t.b + (k + step) * t.ldb, 0);
#pragma GCC unroll 8
            for (int v = 0; v < Vectors; ++v) {
                spread<Lanes>(a, from_a[v], step);
                Operation::step(sum[v], a, from_b);
            }
        }
    }
    for (std::size_t k = together; k < t.k; ++k) {
        Vector from_b;
        load_fours<Lanes>(from_b, t.b + k * t.ldb, 0);
        for (int v = 0; v < Vectors; ++v) {
            Vector from_a;
            for (int lane = 0; lane < Lanes; ++lane)
                from_a[lane] = t.a[(v * kRows + lane / kNarrow) * t.lda + k];
            Operation::step(sum[v], from_a, from_b);
        }
    }
    for (int v = 0; v < Vectors; ++v) {
        float* const c = t.c + v * kRows * t.ldc;
        if (t.beta == 0) {
            Operation::finish(t, sum[v]);
        } else {
            Vector before;
            load_fours<Lanes>(before, c, t.ldc);
            Operation::add_to(t, sum[v], before);
        }
        float groups[Lanes];
        store(groups, sum[v]);
        for (int row = 0; row < kRows; ++row)
            __builtin_memcpy(c + row * t.ldc, groups + kNarrow * row, kNarrow * sizeof(float));
    }
}

template <class Operation, int Lanes, int... Vector>
constexpr void add_narrow(Kernel& kernel, std::integer_sequence<int, Vector...>) {
    static_assert(sizeof...(Vector) == kMostNarrow);
    ((kernel.narrow[Vector + 1] = narrow_tile<Operation, Lanes, Vector + 1>), ...);
}

// Tiles in place with 1, 2 … Vectors vectors in a row.
template <class Operation, int Lanes, int Vectors, int... Row>
constexpr void add_in_place(Kernel& kernel, std::integer_sequence<int, Row...> rows) {
    static_assert(Vectors <= kMostVectors);
    ((kernel.in_place[Vectors][Row + 1] = tile<Operation, Lanes, Vectors, Row + 1, From::Matrices, 0>), ...);
    if constexpr (Vectors > 1) add_in_place<Operation, Lanes, Vectors - 1>(kernel, rows);
}

// `tile` for 1, 2 … Rows rows: at the bottom edge of C a tile has as many rows as are left, so that none is computed
// in vain.
template <class Operation, int Lanes, int Vectors, int Ahead = 0, int... Row>
constexpr Kernel kernel_of(const char* name, std::integer_sequence<int, Row...> rows) {
    static_assert(sizeof...(Row) <= kMostRows);
    Kernel kernel{name,
                  static_cast<int>(sizeof...(Row)),
                  Lanes * Vectors,
                  Lanes,
                  {nullptr, tile<Operation, Lanes, Vectors, Row + 1, From::Panels, Ahead>...},
                  {},
                  {}};
    add_in_place<Operation, Lanes, Vectors>(kernel, rows);
    if constexpr (Lanes == 16)
        add_narrow<Operation, Lanes>(kernel, std::make_integer_sequence<int, kMostNarrow>());
    return kernel;
}

}  // namespace
}  // namespace baseline::multiply
