// The product of two matrices on the CPU. Its speed matters only in that programs that check themselves against cuBLAS should not
// wait for it.
#pragma once

#include <functional>

#include "emulator/libraries/cublas/types.hpp"

namespace simt::cublas {

// op(A) for the CPU: element (row, column) is first[row + column * ld], or first[column + row * ld] if transposed.
struct Factor {
    const void* first;
    Type type;
    s64 ld;
    bool transposed;
};

// Sums of a tile whose first element is (row, column): rows of kTileColumns<Sum>.
template <class Sum>
constexpr s64 kTileColumns = 64 / sizeof(Sum);
template <class Sum>
using Store = std::function<void(s64 row, s64 column, s64 rows, s64 columns, const Sum* sums)>;

// Hands each tile of the m x n matrix op(A) op(B), which sums k products for each element in the order of k, to `store`. Tiles
// are computed by many threads, which call it at the same time; the sums depend on no number of threads, nor on the CPU. Sum:
// float, double or s32. A and B have been read when the first tile is stored, so that C may overlap them.
template <class Sum>
void multiply(s64 m, s64 n, s64 k, const Factor& a, const Factor& b, const Store<Sum>& store);

}  // namespace simt::cublas
