// The sgemm of MAGMA BLAS 0.2, after Volkov and Demmel, as described by Li, Ranka and Sahni: very similar to their
// GPU7, for column-major matrices, in blocks of (16, 4) threads. Transposed for our row-major matrices, that is a
// tile of 16 x 64, one column for each thread, and a tile of A of 16 x 16. Its transactions (5 n³/1024 + n²/16) and
// its 1160 bytes of shared memory (sixteen rows of 17 words, and the arguments) confirm this. It is counted, not
// measured; compare with 8_round_robin.cu.
#pragma once

#include "common/cuda/gemm.hpp"

namespace volkov {

// m a multiple of 16, n of 64, k of 16.
void multiply(const Gemm& gemm);

}  // namespace volkov
