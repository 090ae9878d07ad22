// See product.hpp.
#include "chapters/04-matmul/product.hpp"

#include <algorithm>
#include <limits>

#include "chapters/04-matmul/tolerance.hpp"
#include "common/baseline/multiply_in_double.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/random_input.hpp"

namespace matmul {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kPattern = -1234.5f;  // around C

// rows x cols random numbers, or `value` each; around them `around`. Some elements more than the last row needs, so that a
// version that writes behind the matrix is found rather than stopped.
std::vector<float> matrix(std::size_t rows, std::size_t cols, const Shape& shape, float around,
                          const float* value) {
    constexpr std::size_t kBehind = 64;
    const std::size_t stride = cols + shape.pad;
    std::vector<float> elements(shape.offset + rows * stride + kBehind, around);
    std::vector<float> inside(rows * cols, value ? *value : 0);
    if (!value) ladder::fill_random(inside.data(), inside.size(), ladder::fresh_seed(), -1, 1);
    for (std::size_t row = 0; row < rows; ++row)
        std::copy_n(inside.begin() + row * cols, cols, elements.begin() + shape.offset + row * stride);
    return elements;
}

// Which element around C has changed; empty if none has.
std::string touched(const Shape& shape, const std::vector<float>& c) {
    const std::size_t stride = shape.n + shape.pad;
    for (std::size_t i = 0; i < c.size(); ++i) {
        const bool inside = stride > 0 && i >= shape.offset && (i - shape.offset) / stride < shape.m &&
                            (i - shape.offset) % stride < shape.n;
        if (!inside && c[i] != kPattern)
            return "element " + std::to_string(static_cast<long>(i) - static_cast<long>(shape.offset)) +
                   " from the start of C, which is no part of it, has been written";
    }
    return "";
}

}  // namespace

Matrices::Matrices(const Shape& s)
    : shape(s),
      a(matrix(s.m, s.k, s, kNan, nullptr)),
      b(matrix(s.k, s.n, s, kNan, nullptr)),
      c(matrix(s.m, s.n, s, kPattern, s.beta == 0 ? &kNan : nullptr)) {}

Gemm Matrices::gemm() {
    return {shape.m,
            shape.n,
            shape.k,
            shape.alpha,
            a.data() + shape.offset,
            shape.k + shape.pad,
            b.data() + shape.offset,
            shape.n + shape.pad,
            shape.beta,
            c.data() + shape.offset,
            shape.n + shape.pad};
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
    gemm.a = a.data() + shape.offset;
    gemm.b = b.data() + shape.offset;
    gemm.c = c.data() + shape.offset;
    const gpu::LaunchCounters since_here;
    multiply(gemm);
    const std::vector<float> after = c.to_host();

    if (const std::string where = touched(shape, after); !where.empty()) return where;
    std::vector<float> got;
    for (std::size_t row = 0; row < shape.m; ++row) {
        const auto start = after.begin() + static_cast<long>(shape.offset + row * gemm.ldc);
        got.insert(got.end(), start, start + static_cast<long>(shape.n));
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
