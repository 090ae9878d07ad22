// C = alpha op(A) op(B) + beta C, alone or for many matrices: what all calls named gemm come to.
#pragma once

#include "emulator/libraries/cublas/types.hpp"

namespace simt::cublas {

struct Gemm {
    Operation trans_a, trans_b;
    s64 m, n, k;
    const void* alpha;
    const void* a;
    Type a_type;
    s64 lda;
    const void* b;
    Type b_type;
    s64 ldb;
    const void* beta;
    void* c;
    Type c_type;
    s64 ldc;
    ComputeType compute;
};

// How many products a call computes. strided: matrix number k begins k strides (in elements) behind the first. Else a, b and c
// are arrays on the device that point to the matrices.
struct Batch {
    s64 count;
    bool strided;
    s64 stride_a, stride_b, stride_c;
};
constexpr Batch kOne{1, true, 0, 0, 0};

// The status of the call `name`: kInvalidValue for sizes, leading dimensions or pointers that BLAS forbids, kNotSupported for types
// that NVIDIA's documentation of cublasGemmEx does not list.
Status gemm(const char* name, Handle* handle, const Gemm& gemm, const Batch& batch = kOne);

// Of each element of C: alpha * sum + beta * c, rounded to its type; with beta 0, C is not read.
template <class Sum>
void store_tile(void* c, Type type, s64 ldc, Sum alpha, Sum beta, s64 row, s64 column, s64 rows, s64 columns,
                const Sum* sums);

}  // namespace simt::cublas
