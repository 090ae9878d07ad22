// Rung 15 with the orders that programs/orders.cu found fastest.
#include "chapters/04-matmul/15_in_strips.cu"

namespace in_strips {

void multiply_for(unsigned multiprocessors, const Gemm& gemm) {
    multiply_for<WithStrips, Unaligned, InPlace>(multiprocessors, gemm, kBand);
}

void multiply(const Gemm& gemm) { multiply_for(gpu::multiprocessors(), gemm); }

}  // namespace in_strips
