// Matrices whose indices need more than 32 bits, more rows than a grid has blocks in y, and errors beside cuBLAS's.
// Most of it needs a GPU: the emulator would take gigabytes and minutes, and has no cuBLAS.
#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "chapters/04-matmul/ladder.hpp"
#include "chapters/04-matmul/parts/cublas.hpp"
#include "chapters/04-matmul/parts/exact.hpp"
#include "chapters/04-matmul/parts/tolerance.hpp"
#include "chapters/04-matmul/test/product.hpp"
#include "common/cuda/buffer.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/random_input.hpp"
#include "common/testing/device.hpp"
#include "common/testing/skip.hpp"

namespace {

// A matrix on the device whose rows are `stride` elements apart.
class Apart {
  public:
    Apart(std::size_t rows, std::size_t cols, std::size_t stride)
        : rows_(rows), cols_(cols), stride_(stride), elements_((rows - 1) * stride + cols) {}

    void upload(const std::vector<float>& matrix) {
        if (stride_ == cols_) return elements_.upload(matrix.data(), matrix.size());
        for (std::size_t row = 0; row < rows_; ++row)
            elements_.upload(&matrix[row * cols_], cols_, row * stride_);
    }
    std::vector<float> download() const {
        if (stride_ == cols_) return elements_.to_host();
        std::vector<float> matrix(rows_ * cols_);
        for (std::size_t row = 0; row < rows_; ++row)
            elements_.download(&matrix[row * cols_], cols_, row * stride_);
        return matrix;
    }
    float* data() { return elements_.data(); }

  private:
    std::size_t rows_, cols_, stride_;
    gpu::Buffer<float> elements_;
};

struct Strides {
    std::size_t a, b, c;
};

// Every rung on a product of whole numbers, whose sums are exact in any order.
void check(std::size_t m, std::size_t n, std::size_t k, const Strides& strides) {
    std::vector<float> a(m * k), b(k * n), expected(m * n);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 7) - 3;
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 9) - 4;
    for (std::size_t row = 0; row < m; ++row)
        for (std::size_t col = 0; col < n; ++col)
            for (std::size_t i = 0; i < k; ++i) expected[row * n + col] += a[row * k + i] * b[i * n + col];
    Apart device_a(m, k, strides.a), device_b(k, n, strides.b), device_c(m, n, strides.c);
    device_a.upload(a);
    device_b.upload(b);
    for (const rungs::Rung& rung : rungs::kAll) {
        CAPTURE(rung.name);
        device_c.upload(std::vector<float>(m * n, -1e30f));
        rung.run({m, n, k, 1, device_a.data(), strides.a, device_b.data(), strides.b, 0, device_c.data(),
                  strides.c});
        const std::vector<float> c = device_c.download();
        CHECK(ladder::describe(ladder::compare(c.data(), expected.data(), c.size()), {m, n}) == "");
    }
}

// The errors of one product on the device.
ladder::Errors errors_of(void (*multiply)(const Gemm&), const Gemm& gemm, const std::vector<double>& exact,
                         const std::vector<double>& magnitude) {
    multiply(gemm);
    std::vector<float> c(gemm.m * gemm.n);
    CUDA_CHECK(cudaMemcpy(c.data(), gemm.c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
    ladder::Errors errors;
    const auto comparison = ladder::compare_rounded(c.data(), exact.data(), magnitude.data(), c.size(),
                                                    matmul::tolerance(gemm.k), errors);
    CHECK(ladder::describe(comparison, {gemm.m, gemm.n}) == "");
    return errors;
}

constexpr std::size_t kMaxGridY = 65535;
constexpr std::size_t kNeeded = 60'000'000'000;  // bytes of the device, more than the largest test takes

}  // namespace

TEST_CASE("rows that lie far apart are found, 2^31 elements and more where there is a large GPU") {
    check(3, 40, 33, {1004, 2008, 4004});
    if (!testing::on_a_large_gpu(kNeeded)) return;
    constexpr std::size_t kFar = (std::size_t{1} << 31) + 4;
    check(3, 40, 33, {kFar, 40, 40});
    check(3, 40, 33, {33, kFar / 16, 40});
    check(3, 40, 33, {33, 40, kFar});
    check(3, 40, 32, {kFar, kFar / 16, kFar + 1});
}

TEST_CASE("more rows than a grid has in y") {
    CHECK(matmul::defect(ladder::named("coalesced", rungs::kAll).run, {kMaxGridY + 5, 1, 2}) == "");
    if (!testing::on_a_large_gpu(kNeeded)) return;
    constexpr std::size_t kTallestTile = 256;
    check(kMaxGridY * kTallestTile + 3, 1, 2, {2, 1, 1});
}

TEST_CASE("no rung's error is larger than cuBLAS's") {
    if (const std::string why = cublas::missing(); !why.empty())
        return testing::skip("there is no cuBLAS here");
    constexpr std::size_t kN = 1000;
    std::vector<float> a(kN * kN), b(kN * kN);
    ladder::fill_random(a.data(), a.size(), ladder::fresh_seed(), -1, 1);
    ladder::fill_random(b.data(), b.size(), ladder::fresh_seed(), -1, 1);
    std::vector<double> exact(kN * kN), magnitude(kN * kN);
    exact::multiply({kN, kN, kN, 1, a.data(), kN, b.data(), kN, 0, nullptr, kN}, exact.data(),
                    magnitude.data());
    const gpu::Buffer<float> device_a(a), device_b(b);
    gpu::Buffer<float> device_c(kN * kN);
    const Gemm gemm{kN, kN, kN, 1, device_a.data(), kN, device_b.data(), kN, 0, device_c.data(), kN};
    const ladder::Errors of_cublas = errors_of(cublas::multiply, gemm, exact, magnitude);
    // Equal up to chance: another order of the sum rounds differently.
    constexpr double kChance = 1.02;
    for (const rungs::Rung& rung : rungs::kAll) {
        CAPTURE(rung.name);
        CHECK(errors_of(rung.run, gemm, exact, magnitude).rms <= kChance * of_cublas.rms);
    }
}
