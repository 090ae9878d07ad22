// Kernels with common mistakes, which the products of rungs_test.cpp must find.
#include <doctest/doctest.h>

#include <cstddef>
#include <string>

#include "chapters/04-matmul/test/product.hpp"
#include "common/cuda/check.hpp"

using matmul::defect;
using matmul::Shape;

namespace {

// What mistakes are made of: a product with one thread for each element, and one thing wrong.
enum class Mistake {
    none,
    last_row,
    stride_of_b,
    stride_of_c,
    last_k,
    reads_c,
    alpha,
    past_the_row,
    one_product
};

__global__ void mistaken_kernel(Gemm gemm, Mistake mistake) {
    const std::size_t row = blockIdx.y * blockDim.y + threadIdx.y;
    const std::size_t col = blockIdx.x * blockDim.x + threadIdx.x;
    const std::size_t rows = mistake == Mistake::last_row ? gemm.m / 8 * 8 : gemm.m;
    const std::size_t cols = mistake == Mistake::past_the_row ? gemm.n + 1 : gemm.n;
    if (row >= rows || col >= cols) return;
    const std::size_t products = mistake == Mistake::last_k && gemm.k % 2 == 1 ? gemm.k - 1 : gemm.k;
    const std::size_t ldb = mistake == Mistake::stride_of_b ? gemm.n : gemm.ldb;
    float sum = 0;
    for (std::size_t k = 0; k < products; ++k) {
        const bool left_out = mistake == Mistake::one_product && k == gemm.k / 2;
        if (!left_out) sum += gemm.a[row * gemm.lda + k] * gemm.b[k * ldb + col];
    }
    const std::size_t ldc = mistake == Mistake::stride_of_c ? gemm.ldb : gemm.ldc;
    float* const c = gemm.c + row * ldc + col;
    const float alpha = mistake == Mistake::alpha ? 1 : gemm.alpha;
    *c = gemm.beta == 0 && mistake != Mistake::reads_c ? alpha * sum : alpha * sum + gemm.beta * *c;
}

template <Mistake kMistake>
void mistaken(const Gemm& gemm) {
    const dim3 block(8, 8);
    const dim3 grid((gemm.n + 8) / 8, (gemm.m + 7) / 8);
    mistaken_kernel<<<grid, block>>>(gemm, kMistake);
    CUDA_CHECK(cudaGetLastError());
}

bool found(const std::string& what, const std::string& words) {
    return what.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("mistakes are found, each by the product that shows it") {
    const Shape plain{40, 48, 33, 2, 0.5f, 2};
    CHECK(defect(mistaken<Mistake::none>, plain) == "");
    CHECK(defect(mistaken<Mistake::last_row>, plain) == "");
    CHECK(found(defect(mistaken<Mistake::last_row>, {41, 48, 33}),
                "48 of 1968 elements are wrong; the first is (40, 0)"));
    CHECK(defect(mistaken<Mistake::stride_of_b>, {40, 48, 33}) == "");
    CHECK(defect(mistaken<Mistake::stride_of_b>, plain) != "");
    CHECK(defect(mistaken<Mistake::stride_of_c>, {40, 48, 33}) == "");
    CHECK(defect(mistaken<Mistake::stride_of_c>, plain) != "");
    CHECK(defect(mistaken<Mistake::last_k>, {40, 48, 34}) == "");
    CHECK(defect(mistaken<Mistake::last_k>, plain) != "");
    CHECK(defect(mistaken<Mistake::reads_c>, plain) == "");
    CHECK(found(defect(mistaken<Mistake::reads_c>, {8, 8, 8}), "got NaN"));
    CHECK(defect(mistaken<Mistake::alpha>, {40, 48, 33}) == "");
    CHECK(defect(mistaken<Mistake::alpha>, plain) != "");
    CHECK(found(defect(mistaken<Mistake::past_the_row>, plain), "no part of it, has been written"));
}

TEST_CASE("one product left out of a thousand is found") {
    CHECK(defect(mistaken<Mistake::one_product>, {8, 8, 1001}) != "");
    CHECK(defect(mistaken<Mistake::none>, {8, 8, 1001}) == "");
}
