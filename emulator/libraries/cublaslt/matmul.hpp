// D = epilogue(alpha op(A) op(B) + beta C) as cublasLtMatmul computes it: matrices by columns or by rows, batches by strides.
#pragma once

#include "emulator/libraries/cublaslt/types.hpp"

namespace simt::cublaslt {

struct Operands {
    const void* alpha;
    const void* a;
    const void* b;
    const void* beta;
    const void* c;
    void* d;
};
struct Layouts {
    const Layout &a, &b, &c, &d;
};

// Throws cublas::Refused: kInvalidValue if the matrices do not fit each other, kNotSupported for what the emulator lacks.
void check_matmul(const Product& product, const Layouts& layouts);

// The call's work: takes alpha and beta, and puts the rest into the stream. For products that check_matmul() accepts.
void matmul(const Product& product, const Layouts& layouts, const Operands& operands, cudaStream_t stream);

}  // namespace simt::cublaslt
