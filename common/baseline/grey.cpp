// See grey.hpp.
#include "common/baseline/grey.hpp"

namespace baseline {
namespace {

void grey_row(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t cols) {
    for (std::size_t col = 0; col < cols; ++col) {
        grey[col] = grey_of(rgb[3 * col], rgb[3 * col + 1], rgb[3 * col + 2]);
    }
}

}  // namespace

void grey_serial(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows, std::size_t cols) {
    for (std::size_t row = 0; row < rows; ++row) grey_row(grey + row * cols, rgb + 3 * row * cols, cols);
}

void grey_openmp(std::uint8_t* grey, const std::uint8_t* rgb, std::size_t rows, std::size_t cols) {
#pragma omp parallel for
    for (std::size_t row = 0; row < rows; ++row) grey_row(grey + row * cols, rgb + 3 * row * cols, cols);
}

}  // namespace baseline
