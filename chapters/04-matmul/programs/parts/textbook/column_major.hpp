// C = A * B with a column-major B, in three ways: corner turning (Kirk and Hwu, §5.1, Figure 5.5).
//
// ldb is the distance from one column of B to the next, in elements, ldb >= k, so that B[row][col] is b[col * ldb +
// row]. BLAS calls this a transposed operand; in Fortran every matrix is stored this way. Neighbouring lanes have
// neighbouring columns, which lie ldb elements apart: `simple` and `tiled` load them like this, and every lane costs
// a sector. `turned` loads along the column, as it lies in memory, and transposes the tile in shared memory. Compare
// with rung 6, whose tile of B is transposed as well.
#pragma once

#include "common/cuda/gemm.hpp"

namespace column_major {

void simple(const Gemm& gemm);
void tiled(const Gemm& gemm);
void turned(const Gemm& gemm);

}  // namespace column_major
