// cuBLAS's matrix multiplication, the roof of this chapter: NVIDIA's own use of the same instructions. It is looked
// up when a program runs, so that nothing needs it to be built; it comes with the CUDA toolkit. It is missing on the
// emulator, which needs PTX, because it contains machine code.
#pragma once

#include <string>

#include "common/cuda/gemm.hpp"

namespace cublas {

// The reason why it cannot be used here, with advice; empty if it can.
std::string missing();

// The storage of A and B: row by row like everything here, or column by column, with lda and ldb from one column to
// the next. cuBLAS has a kernel for each case, and some are faster than others.
struct Layout {
    bool a_by_columns = false;
    bool b_by_columns = false;
};

// kPedantic: single precision, each product and each sum rounded to float, as our rungs do. kTf32: tensor cores, for
// which elements of A and B are reduced from 24 to 11 significant bits.
enum class Precision { kPedantic, kTf32 };

// C = alpha * A * B + beta * C on the device. Throws std::runtime_error if cuBLAS is missing or reports an error. If
// alpha == 0, it does not read A and B, as BLAS allows.
void multiply(const Gemm& gemm, Layout layout, Precision precision);
inline void multiply(const Gemm& gemm) { multiply(gemm, {}, Precision::kPedantic); }
inline void multiply_in_tf32(const Gemm& gemm) { multiply(gemm, {}, Precision::kTf32); }

}  // namespace cublas
