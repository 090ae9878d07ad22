// See add.hpp.
#include "common/baseline/add.hpp"

namespace baseline {

void add_serial(float* sum, const float* a, const float* b, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) sum[i] = a[i] + b[i];
}

void add_openmp(float* sum, const float* a, const float* b, std::size_t n) {
#pragma omp parallel for
    for (std::size_t i = 0; i < n; ++i) sum[i] = a[i] + b[i];
}

}  // namespace baseline
