// See sum.hpp.
#include "common/baseline/sum.hpp"

namespace baseline {

double sum_in_double(const float* in, std::size_t n) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += in[i];
    return sum;
}

float sum_pairwise(const float* in, std::size_t n) {
    constexpr std::size_t kPiece = 32;
    if (n <= kPiece) {
        float sum = 0;
        for (std::size_t i = 0; i < n; ++i) sum += in[i];
        return sum;
    }
    const std::size_t half = n / 2;
    return sum_pairwise(in, half) + sum_pairwise(in + half, n - half);
}

float sum_kahan(const float* in, std::size_t n) {
    float sum = 0;
    float excess = 0;  // of `sum` over the exact sum
    for (std::size_t i = 0; i < n; ++i) {
        const float corrected = in[i] - excess;
        const float next = sum + corrected;
        excess = (next - sum) - corrected;
        sum = next;
    }
    return sum;
}

}  // namespace baseline
