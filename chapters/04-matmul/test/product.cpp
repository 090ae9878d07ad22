// See product.hpp.
#include "chapters/04-matmul/test/product.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "chapters/04-matmul/parts/tolerance.hpp"
#include "common/baseline/multiply_in_double.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/random_input.hpp"

namespace matmul {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kPattern = -1234.5f;  // around C

std::size_t stride_of(const Shape& shape, char matrix) {
    const std::size_t cols = matrix == 'A' ? shape.k : shape.n;
    return cols + shape.pad * static_cast<std::size_t>(matrix - 'A' + 1);
}

std::size_t start_of(const Shape& shape, char matrix) {
    return std::strchr(shape.moved, matrix) ? shape.offset : 0;
}

// 'A', 'B' or 'C', of random numbers or `value` each, with `around` everywhere else. A few elements follow the last
// row, so that writing past the end of the matrix is found and not stopped.
std::vector<float> matrix(const Shape& shape, char name, float around, const float* value) {
    constexpr std::size_t kBehind = 64;
    const std::size_t rows = name == 'B' ? shape.k : shape.m;
    const std::size_t cols = name == 'A' ? shape.k : shape.n;
    const std::size_t stride = stride_of(shape, name);
    const std::size_t start = start_of(shape, name);
    std::vector<float> elements(start + rows * stride + kBehind, around);
    std::vector<float> inside(rows * cols, value ? *value : 0);
    if (!value) ladder::fill_random(inside.data(), inside.size(), ladder::fresh_seed(), -1, 1);
    for (std::size_t row = 0; row < rows; ++row)
        std::copy_n(inside.begin() + row * cols, cols, elements.begin() + start + row * stride);
    return elements;
}

// The element around C that has changed; empty if none has.
std::string touched(const Shape& shape, const std::vector<float>& c) {
    const std::size_t stride = stride_of(shape, 'C');
    const std::size_t start = start_of(shape, 'C');
    for (std::size_t i = 0; i < c.size(); ++i) {
        const bool inside =
            stride > 0 && i >= start && (i - start) / stride < shape.m && (i - start) % stride < shape.n;
        if (!inside && c[i] != kPattern)
            return "element " + std::to_string(static_cast<long>(i) - static_cast<long>(start)) +
                   " from the start of C, which is no part of it, has been written";
    }
    return "";
}

}  // namespace

Matrices::Matrices(const Shape& s)
    : shape(s),
      a(matrix(s, 'A', kNan, nullptr)),
      b(matrix(s, 'B', kNan, nullptr)),
      c(matrix(s, 'C', kPattern, s.beta == 0 ? &kNan : nullptr)) {}

std::size_t Matrices::stride(char matrix) const { return stride_of(shape, matrix); }
std::size_t Matrices::start(char matrix) const { return start_of(shape, matrix); }

Gemm Matrices::gemm() {
    return {shape.m,
            shape.n,
            shape.k,
            shape.alpha,
            a.data() + start('A'),
            stride('A'),
            b.data() + start('B'),
            stride('B'),
            shape.beta,
            c.data() + start('C'),
            stride('C')};
}

std::string defect(void (*multiply)(const Gemm&), Matrices matrices) {
    const Shape& shape = matrices.shape;
    std::vector<double> exact(shape.m * shape.n);
    std::vector<double> magnitude(shape.m * shape.n);
    Gemm gemm = matrices.gemm();
    baseline::multiply_in_double(gemm, exact.data(), magnitude.data());

    const gpu::Buffer<float> a(matrices.a);
    const gpu::Buffer<float> b(matrices.b);
    gpu::Buffer<float> c(matrices.c);
    gemm.a = a.data() + matrices.start('A');
    gemm.b = b.data() + matrices.start('B');
    gemm.c = c.data() + matrices.start('C');
    const gpu::LaunchCounters since_here;
    multiply(gemm);
    const std::vector<float> after = c.to_host();

    if (const std::string where = touched(shape, after); !where.empty()) return where;
    std::vector<float> got;
    for (std::size_t row = 0; row < shape.m; ++row) {
        const auto first = after.begin() + static_cast<long>(matrices.start('C') + row * gemm.ldc);
        got.insert(got.end(), first, first + static_cast<long>(shape.n));
    }
    ladder::Errors errors;
    const std::string wrong =
        ladder::describe(ladder::compare_rounded(got.data(), exact.data(), magnitude.data(), got.size(),
                                                 tolerance(shape.k), errors),
                         {shape.m, shape.n});
    if (!wrong.empty() || since_here.findings() == 0) return wrong;
    return "right, but the emulator's checks reported something";
}

}  // namespace matmul
