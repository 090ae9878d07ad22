// See multiply_in_double.hpp.
#include "common/baseline/multiply_in_double.hpp"

#include <cmath>
#include <vector>

namespace baseline {
namespace {

// One row of `exact` and of `magnitude`. A product of two floats is exact in double precision.
void multiply_row(const Gemm& gemm, std::size_t row, double* exact, double* magnitude) {
    std::vector<double> sum(gemm.n);
    std::vector<double> sum_of_magnitudes(gemm.n);
    for (std::size_t k = 0; k < gemm.k; ++k) {
        const double a = gemm.a[row * gemm.lda + k];
        const float* const b = gemm.b + k * gemm.ldb;
        for (std::size_t col = 0; col < gemm.n; ++col) {
            const double product = a * b[col];
            sum[col] += product;
            sum_of_magnitudes[col] += std::fabs(product);
        }
    }
    const double alpha = gemm.k == 0 ? 0 : gemm.alpha;
    for (std::size_t col = 0; col < gemm.n; ++col) {
        const double before =
            gemm.beta == 0 ? 0 : static_cast<double>(gemm.beta) * gemm.c[row * gemm.ldc + col];
        exact[row * gemm.n + col] = alpha * sum[col] + before;
        magnitude[row * gemm.n + col] = std::fabs(alpha) * sum_of_magnitudes[col] + std::fabs(before);
    }
}

}  // namespace

void multiply_in_double(const Gemm& gemm, double* exact, double* magnitude) {
#pragma omp parallel for schedule(dynamic)
    for (std::size_t row = 0; row < gemm.m; ++row) multiply_row(gemm, row, exact, magnitude);
}

}  // namespace baseline
