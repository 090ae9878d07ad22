// cuBLAS's matrix multiplication, the roof of this chapter: what NVIDIA has made of the same instructions. It is looked for
// when a program runs, so that nothing needs it to be built: it comes with the CUDA toolkit. On the emulator it is missing,
// since it holds machine code where the emulator needs PTX.
#pragma once

#include <string>

#include "common/cuda/gemm.hpp"

namespace cublas {

// Why it cannot be used here, with what to do about it; empty if it can.
std::string missing();

// What A and B are stored as: row by row like everything here, or column by column, with lda and ldb from one column to the
// next. cuBLAS has a kernel for each case, and some are faster than others.
struct Layout {
    bool a_by_columns = false;
    bool b_by_columns = false;
};

// kPedantic: single precision, each product and each sum rounded to float, as our rungs do. kTf32: tensor cores, for which
// elements of A and B are cut to 11 significant bits of their 24.
enum class Precision { kPedantic, kTf32 };

// C = alpha * A * B + beta * C on the device. Throws std::runtime_error where cuBLAS is missing or reports an error. With
// alpha == 0 it does not read A and B, as BLAS has it.
void multiply(const Gemm& gemm, Layout layout, Precision precision);
inline void multiply(const Gemm& gemm) { multiply(gemm, {}, Precision::kPedantic); }
inline void multiply_in_tf32(const Gemm& gemm) { multiply(gemm, {}, Precision::kTf32); }

}  // namespace cublas
