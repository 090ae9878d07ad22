// See product.hpp. Both factors are copied into panels: 6 rows of op(A), or one vector's width of columns of op(B), whose elements
// follow each other in the order in which a tile needs them.
#include "emulator/libraries/cublas/product.hpp"

#include <algorithm>
#include <memory>

#include "emulator/libraries/cublas/elements.hpp"

namespace simt::cublas {
namespace {

constexpr s64 kTileRows = 6;  // with a row of a tile as one vector, all sums stay in AVX2's registers

template <class Sum>
using Vector __attribute__((vector_size(64), aligned(sizeof(Sum)))) = Sum;

template <class Sum>
[[gnu::always_inline]] inline void sum_up(s64 k, const Sum* a, const Sum* b, Sum* sums) {
    Vector<Sum> rows[kTileRows] = {};
    for (s64 p = 0; p < k; ++p) {
        const Vector<Sum> right = *reinterpret_cast<const Vector<Sum>*>(b + p * kTileColumns<Sum>);
#pragma GCC unroll 6
        for (s64 i = 0; i < kTileRows; ++i) rows[i] += a[p * kTileRows + i] * right;
    }
    for (s64 i = 0; i < kTileRows; ++i)
        *reinterpret_cast<Vector<Sum>*>(sums + i * kTileColumns<Sum>) = rows[i];
}

// Compiled for each useful instruction set; the loader takes the best one that this CPU has. A product and its sum are rounded
// apart (-ffp-contract=off), so that all give the same bits.
#define FOR_ANY_CPU [[gnu::target_clones("avx512f", "avx2", "default")]]
FOR_ANY_CPU void tile(s64 k, const float* a, const float* b, float* sums) { sum_up(k, a, b, sums); }
FOR_ANY_CPU void tile(s64 k, const double* a, const double* b, double* sums) { sum_up(k, a, b, sums); }
FOR_ANY_CPU void tile(s64 k, const s32* a, const s32* b, s32* sums) { sum_up(k, a, b, sums); }

// Copies panels of `width` rows of a matrix with so many rows and k columns; rows that do not exist are zero.
template <class Sum>
std::unique_ptr<Sum[]> panels(const Factor& from, s64 rows, s64 k, s64 width) {
    const s64 count = (rows + width - 1) / width;
    auto copy = std::make_unique_for_overwrite<Sum[]>(static_cast<std::size_t>(count * width * k));
    Sum* const first = copy.get();
    with_element(from.type, [&](auto element) {
        const auto* const elements = static_cast<const decltype(element)*>(from.first);
        const s64 by_row = from.transposed ? from.ld : 1, by_column = from.transposed ? 1 : from.ld;
#pragma omp parallel for schedule(static)
        for (s64 panel = 0; panel < count; ++panel) {
            Sum* to = first + panel * width * k;
            const s64 row = panel * width, there = std::min(width, rows - row);
            for (s64 column = 0; column < k; ++column, to += width)
                for (s64 i = 0; i < width; ++i)
                    to[i] = i < there
                                ? static_cast<Sum>(value(elements[(row + i) * by_row + column * by_column]))
                                : Sum{};
        }
    });
    return copy;
}

}  // namespace

template <class Sum>
void multiply(s64 m, s64 n, s64 k, const Factor& a, const Factor& b, const Store<Sum>& store) {
    constexpr s64 kColumns = kTileColumns<Sum>;
    const Factor b_transposed{b.first, b.type, b.ld, !b.transposed};
    const auto left = panels<Sum>(a, m, k, kTileRows), right = panels<Sum>(b_transposed, n, k, kColumns);
    const s64 row_panels = (m + kTileRows - 1) / kTileRows, column_panels = (n + kColumns - 1) / kColumns;
#pragma omp parallel for collapse(2) schedule(static)
    for (s64 j = 0; j < column_panels; ++j) {
        for (s64 i = 0; i < row_panels; ++i) {
            Sum sums[kTileRows * kColumns];
            tile(k, left.get() + i * kTileRows * k, right.get() + j * kColumns * k, sums);
            const s64 row = i * kTileRows, column = j * kColumns;
            store(row, column, std::min(kTileRows, m - row), std::min(kColumns, n - column), sums);
        }
    }
}

template void multiply(s64, s64, s64, const Factor&, const Factor&, const Store<float>&);
template void multiply(s64, s64, s64, const Factor&, const Factor&, const Store<double>&);
template void multiply(s64, s64, s64, const Factor&, const Factor&, const Store<s32>&);

}  // namespace simt::cublas
