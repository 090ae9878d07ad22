// C = A * B where B lies column by column, three times: corner turning (Kirk and Hwu, §5.1, Figure 5.5).
//
// Here ldb is the elements from one column of B to the next, ldb >= k, so that B[row][col] is b[col * ldb + row]: BLAS calls
// it a transposed operand, Fortran has no other. Lanes beside each other have columns beside each other, which lie ldb
// elements apart: `simple` and `tiled` ask for them so, and every lane costs a sector. `turned` goes along the column, as it
// lies in memory, and turns the tile in shared memory. Compare with rung 6, whose tile of B is turned as well.
#pragma once

#include "common/cuda/gemm.hpp"

namespace column_major {

void simple(const Gemm& gemm);
void tiled(const Gemm& gemm);
void turned(const Gemm& gemm);

}  // namespace column_major
