// The calls that factorise, solve and invert many small square matrices at once, by LU factorisation, for float and double. Matrices
// are stored by columns; `list` and the like are arrays on the device that point to the matrices. Which statuses, pivots and infos
// there are was compared with cuBLAS 13.1 on an H200. It answers differently in three cases: for several zeros, its getri names one
// of the last 16 rows that hold any; its matinv calls most matrices with NaN singular; and what is left of a singular matrix's inverse is
// not the same.
#pragma once

#include "emulator/libraries/cublas/types.hpp"

namespace simt::cublas {

struct Matrices {
    const void* list;
    s64 ld;
};

// P A = L U in the place of A, n x n. pivots: n for each matrix, from 1 on; nullptr: rows are not exchanged. info, on the device:
// for each matrix 0, or the first k for which U(k, k) is 0.
Status getrf_batched(const char* name, Handle*, Type, s64 n, const Matrices& a, int* pivots, int* info,
                     s64 count);
// C = A^-1 from what getrf_batched left in A.
Status getri_batched(const char* name, Handle*, Type, s64 n, const Matrices& a, const int* pivots,
                     const Matrices& c, int* info, s64 count);
// Both, for n up to 32; A stays.
Status matinv_batched(const char* name, Handle*, Type, s64 n, const Matrices& a, const Matrices& c, int* info,
                      s64 count);
// B = op(A)^-1 B from what getrf_batched left in A; B is n x right_sides. info, on the host: 0, or -k if parameter k, counted
// without the handle, has a value that it must not have. A batch of none fails, with 0.
Status getrs_batched(const char* name, Handle*, Type, Operation trans, s64 n, s64 right_sides,
                     const Matrices& a, const int* pivots, const Matrices& b, int* info, s64 count);

}  // namespace simt::cublas
