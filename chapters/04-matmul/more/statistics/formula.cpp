// See formula.hpp.
#include "chapters/04-matmul/more/statistics/formula.hpp"

#include <cmath>
#include <cstdio>

namespace statistics {
namespace {

// "17n³/4096": the factors are fractions whose denominators are powers of two. Any other factor is written as a
// decimal.
std::string term(double factor, const std::string& power) {
    constexpr double kLargestDenominator = 1 << 20;
    double denominator = 1;
    while (factor * denominator != std::floor(factor * denominator) && denominator < kLargestDenominator)
        denominator *= 2;
    const double numerator = factor * denominator;
    if (numerator != std::floor(numerator)) {
        char decimals[32];
        std::snprintf(decimals, sizeof decimals, "%.4g", factor);
        return decimals + power;
    }
    const std::string front = numerator == 1 ? "" : std::to_string(static_cast<long>(numerator));
    const std::string back = denominator == 1 ? "" : "/" + std::to_string(static_cast<long>(denominator));
    return front + power + back;
}

}  // namespace

std::string Formula::text() const {
    if (cubic == 0 && square == 0) return "0";
    if (cubic == 0) return term(square, "n²");
    if (square == 0) return term(cubic, "n³");
    return term(cubic, "n³") + " + " + term(square, "n²");
}

Formula formula_of(double count, double count_at_twice_k, std::size_t m, std::size_t n, std::size_t k) {
    const double elements = static_cast<double>(m) * static_cast<double>(n);
    const double growth = count_at_twice_k - count;
    return {growth / (elements * static_cast<double>(k)), (count - growth) / elements};
}

}  // namespace statistics
