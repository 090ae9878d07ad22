// Calls on matrices other than gemm (BLAS, levels 2 and 3, and NVIDIA's own), for float and double. Matrices are stored by columns.
// Where sums are added up, they are added in double.
#pragma once

#include "emulator/libraries/cublas/types.hpp"
#include "emulator/libraries/cublas/vectors.hpp"

namespace simt::cublas {

struct A {
    const void* first;
    s64 ld;
};

// y = alpha op(A) x + beta y; A is m x n.
Status gemv(const char* name, Handle*, Type, Operation trans, s64 m, s64 n, const void* alpha, const A& a,
            const X& x, const void* beta, const X& y);
// A += alpha x y^T; A is m x n.
Status ger(const char* name, Handle*, Type, s64 m, s64 n, const void* alpha, const X& x, const X& y,
           const A& a);
// C = alpha op(A) + beta op(B); C is m x n. With alpha (beta) 0, A (B) is not read. C may be A or B, if that is not transposed.
Status geam(const char* name, Handle*, Type, Operation trans_a, Operation trans_b, s64 m, s64 n,
            const void* alpha, const A& a, const void* beta, const A& b, const A& c);
// One triangle of C = alpha op(A) op(A)^T + beta C; C is n x n, op(A) n x k. The other one is neither read nor written.
Status syrk(const char* name, Handle*, Type, FillMode fill, Operation trans, s64 n, s64 k, const void* alpha,
            const A& a, const void* beta, const A& c);
// op(A) X = alpha B, or X op(A) = alpha B, where A is triangular; X replaces B, which is m x n.
Status trsm(const char* name, Handle*, Type, Side side, FillMode fill, Operation trans, Diagonal diagonal,
            s64 m, s64 n, const void* alpha, const A& a, const A& b);
// C = A diag(x), or diag(x) A from the left; all m x n.
Status dgmm(const char* name, Handle*, Type, Side side, s64 m, s64 n, const A& a, const X& x, const A& c);

}  // namespace simt::cublas
