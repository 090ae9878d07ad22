// See multiply.hpp.
#include "common/baseline/multiply.hpp"

#include <omp.h>

namespace baseline {

void multiply_ijk(const Gemm& gemm) {
    // region: ijk
    for (std::size_t i = 0; i < gemm.m; ++i) {
        for (std::size_t j = 0; j < gemm.n; ++j) {
            float sum = 0;
            for (std::size_t k = 0; k < gemm.k; ++k)
                sum += gemm.a[i * gemm.lda + k] * gemm.b[k * gemm.ldb + j];
            float& c = gemm.c[i * gemm.ldc + j];
            c = gemm.beta == 0 ? gemm.alpha * sum : gemm.alpha * sum + gemm.beta * c;
        }
    }
    // end region
}

namespace {

void multiply_rows(const Gemm& gemm, Rows rows) {
    // region: ikj
    for (std::size_t i = rows.first; i < rows.end; ++i) {
        float* const c = gemm.c + i * gemm.ldc;
        for (std::size_t j = 0; j < gemm.n; ++j) c[j] = gemm.beta == 0 ? 0 : gemm.beta * c[j];
        for (std::size_t k = 0; k < gemm.k; ++k) {
            const float factor = gemm.alpha * gemm.a[i * gemm.lda + k];
            const float* const b = gemm.b + k * gemm.ldb;
            for (std::size_t j = 0; j < gemm.n; ++j) c[j] += factor * b[j];
        }
    }
    // end region
}

}  // namespace

void multiply_ikj(const Gemm& gemm) { multiply_rows(gemm, {0, gemm.m}); }

void multiply_openmp(const Gemm& gemm, int threads) {
#pragma omp parallel num_threads(threads > 0 ? threads : omp_get_max_threads())
    multiply_rows(gemm, rows_of(gemm.m, omp_get_num_threads(), omp_get_thread_num()));
}

}  // namespace baseline
