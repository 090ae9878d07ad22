// Products of every type against a reference in double, at awkward sizes, with transposes, leading dimensions and batches.
#include "emulator/libraries/cublas/gemm.hpp"

#include <doctest/doctest.h>
#include <omp.h>

#include <algorithm>

#include "emulator/test/libraries/cublas/device.hpp"

using namespace simt;
using namespace simt::testing;

namespace {

constexpr s64 kSizes[] = {1, 2, 5, 6, 7, 15, 16, 17, 31, 33, 70};
constexpr double kFactors[] = {0, 1, -0.5, 2};

s64 any_size() { return random_below(12) == 0 ? 0 : kSizes[random_below(std::size(kSizes))]; }

// One random product. AB: the elements of A and B; C: those of C; Number: alpha's and beta's type; Sum: of the sums.
template <class AB, class C, class Number, class Sum>
std::string random_product(Handle* handle, ComputeType compute) {
    const s64 m = any_size(), n = any_size(), k = any_size();
    const auto trans_a = static_cast<Operation>(random_below(3)),
               trans_b = static_cast<Operation>(random_below(3));
    const bool at = trans_a != kPlain, bt = trans_b != kPlain;
    const TestMatrix<AB> a(at ? k : m, at ? m : k, random_below(3)),
        b(bt ? n : k, bt ? k : n, random_below(3));
    const TestMatrix<C> c(m, n, random_below(3));
    double alpha = kFactors[random_below(4)], beta = kFactors[random_below(4)];
    if (std::is_integral_v<Number>) alpha = std::floor(alpha), beta = std::floor(beta);
    const Array<Number> factors({rounded<Number>(alpha), rounded<Number>(beta)});
    const bool on_device = random_below(2) == 0;
    handle->pointers = on_device ? kDevicePointers : kHostPointers;
    const Number* const place = on_device ? factors.device() : factors.host.data();
    CHECK(gemm("cublasGemmEx", handle,
               {trans_a, trans_b, m, n, k, place, a.array.device(), type_of<AB>, a.ld, b.array.device(),
                type_of<AB>, b.ld, place + 1, c.array.device(), type_of<C>, c.ld, compute}) == kSuccess);
    const std::string wrong = differences(c, [&](s64 i, s64 j) {
        double sum = 0, magnitude = 0;
        for (s64 p = 0; p < k; ++p) {
            const double term =
                (at ? a.before(p, i) : a.before(i, p)) * (bt ? b.before(j, p) : b.before(p, j));
            sum += term;
            magnitude += std::fabs(term);
        }
        const double number = alpha * sum + (beta == 0 ? 0 : beta * c.before(i, j));
        const double sums = std::fabs(alpha) * magnitude + std::fabs(beta * (beta == 0 ? 0 : c.before(i, j)));
        return Expected{number,
                        static_cast<double>(k + 3) * epsilon<Sum> * sums + epsilon<C> * std::fabs(number)};
    });
    return wrong.empty()
               ? ""
               : fmt::format("{} x {} x {}, operations {} and {}, alpha {}, beta {}: {}", m, n, k,
                             static_cast<int>(trans_a), static_cast<int>(trans_b), alpha, beta, wrong);
}

template <class AB, class C, class Number, class Sum>
void check_products(ComputeType compute) {
    const TestHandle with;
    for (int repeat = 0; repeat < 60; ++repeat) {
        const std::string wrong = random_product<AB, C, Number, Sum>(with.handle, compute);
        if (!wrong.empty()) FAIL_CHECK(wrong);
    }
}

// A product of float matrices as they are.
Gemm plain(s64 m, s64 n, s64 k, const float* alpha, const TestMatrix<float>& a, const TestMatrix<float>& b,
           const float* beta, const TestMatrix<float>& c) {
    return {kPlain,
            kPlain,
            m,
            n,
            k,
            alpha,
            a.array.device(),
            CUDA_R_32F,
            a.ld,
            b.array.device(),
            CUDA_R_32F,
            b.ld,
            beta,
            c.array.device(),
            CUDA_R_32F,
            c.ld,
            kCompute32F};
}

}  // namespace

TEST_CASE("products of float and double are within the bounds of their sums") {
    check_products<float, float, float, float>(kCompute32F);
    check_products<float, float, float, float>(kCompute32FFastTF32);
    check_products<double, double, double, double>(kCompute64F);
}

TEST_CASE("products of narrow numbers have sums in float, rounded once") {
    check_products<F16, F16, float, float>(kCompute32F);
    check_products<F16, float, float, float>(kCompute32F);
    check_products<Bf16, Bf16, float, float>(kCompute32FPedantic);
    check_products<Bf16, float, float, float>(kCompute32F);
    check_products<F16, F16, F16, float>(kCompute16F);
}

TEST_CASE("products of bytes are exact") {
    check_products<s8, s32, s32, s32>(kCompute32I);
    check_products<s8, float, float, float>(kCompute32F);
}

TEST_CASE("types that cuBLAS does not combine are not supported, and C stays") {
    const TestHandle with;
    const TestMatrix<float> a(4, 4, 0), b(4, 4, 0), c(4, 4, 0);
    const float one = 1;
    Gemm product = plain(4, 4, 4, &one, a, b, &one, c);
    product.b_type = CUDA_R_16F;
    CHECK(gemm("cublasGemmEx", with.handle, product) == kNotSupported);
    product = plain(4, 4, 4, &one, a, b, &one, c);
    product.compute = kCompute16F;
    CHECK(gemm("cublasGemmEx", with.handle, product) == kNotSupported);
    product.compute = static_cast<ComputeType>(5);
    CHECK(gemm("cublasGemmEx", with.handle, product) == kNotSupported);
    product = plain(4, 4, 4, &one, a, b, &one, c);
    product.a_type = product.b_type = product.c_type = CUDA_C_32F;
    CHECK(gemm("cublasGemmEx", with.handle, product) == kNotSupported);
    CHECK(differences(c, [&](s64 i, s64 j) { return Expected{c.before(i, j), 0}; }) == "");
}

TEST_CASE("wrong arguments are invalid values, also of products of nothing") {
    const TestHandle with;
    const TestMatrix<float> a(5, 7, 0), b(7, 3, 0), c(5, 3, 0);
    const float one = 1;
    const auto status = [&](auto change) {
        Gemm product = plain(5, 3, 7, &one, a, b, &one, c);
        change(product);
        return gemm("cublasSgemm", with.handle, product);
    };
    CHECK(status([](Gemm&) {}) == kSuccess);
    CHECK(status([](Gemm& wrong) { wrong.m = -1; }) == kInvalidValue);
    CHECK(status([](Gemm& wrong) { wrong.n = -1; }) == kInvalidValue);
    CHECK(status([](Gemm& wrong) { wrong.k = -1; }) == kInvalidValue);
    CHECK(status([](Gemm& wrong) { wrong.lda = 4; }) == kInvalidValue);
    CHECK(status([](Gemm& wrong) { wrong.trans_a = kTransposed, wrong.lda = 6; }) == kInvalidValue);
    CHECK(status([](Gemm& wrong) { wrong.ldb = 6; }) == kInvalidValue);
    CHECK(status([](Gemm& wrong) { wrong.trans_b = kTransposed, wrong.ldb = 2; }) == kInvalidValue);
    CHECK(status([](Gemm& wrong) { wrong.ldc = 4; }) == kInvalidValue);
    CHECK(status([](Gemm& wrong) { wrong.m = 0, wrong.ldc = 0; }) == kInvalidValue);
    CHECK(status([](Gemm& wrong) { wrong.trans_a = static_cast<Operation>(7); }) == kInvalidValue);
    CHECK(status([](Gemm& wrong) { wrong.alpha = nullptr; }) == kInvalidValue);
    CHECK(status([](Gemm& wrong) { wrong.beta = nullptr; }) == kInvalidValue);
    CHECK(status([&](Gemm& wrong) { wrong.alpha = wrong.a; }) == kInvalidValue);  // on the device
    CHECK(gemm("cublasSgemmStridedBatched", with.handle, plain(5, 3, 7, &one, a, b, &one, c),
               {-1, true, 0, 0, 0}) == kInvalidValue);
    CHECK(gemm("cublasSgemm", nullptr, plain(5, 3, 7, &one, a, b, &one, c)) == kNotInitialized);
    Handle* const destroyed = create_handle();
    destroy_handle(destroyed);
    CHECK(gemm("cublasSgemm", destroyed, plain(5, 3, 7, &one, a, b, &one, c)) == kNotInitialized);
}

TEST_CASE("NaN and infinity: beta 0 does not read C, alpha 0 neither A nor B, and the rest follows IEEE") {
    const TestHandle with;
    TestMatrix<float> a(7, 9, 0), b(9, 5, 0), c(7, 5, 0);
    const float nan = std::nanf(""), infinity = INFINITY, zero = 0, one = 1;
    const auto put = [](TestMatrix<float>& matrix, s64 i, s64 j, float number) {
        matrix.array.host[matrix.place(i, j)] = number;
        cudaMemcpy(matrix.array.device() + matrix.place(i, j), &number, sizeof number,
                   cudaMemcpyHostToDevice);
    };
    put(c, 2, 2, nan);
    put(a, 1, 3, nan);
    put(a, 4, 0, infinity);
    put(b, 0, 1, 0);
    CHECK(gemm("cublasSgemm", with.handle, plain(7, 5, 9, &one, a, b, &zero, c)) == kSuccess);
    const auto now = c.array.now();
    for (s64 j = 0; j < 5; ++j) {
        CHECK(std::isnan(now[c.place(1, j)]));
        CHECK(std::isfinite(now[c.place(2, j)]));
    }
    CHECK(std::isnan(now[c.place(4, 1)]));  // infinity times 0
    put(c, 0, 0, 3);
    put(c, 2, 2, nan);
    CHECK(gemm("cublasSgemm", with.handle, plain(7, 5, 9, &zero, a, b, &one, c)) == kSuccess);
    CHECK(c.array.now()[c.place(0, 0)] == 3);
    CHECK(std::isnan(c.array.now()[c.place(2, 2)]));
    CHECK(gemm("cublasSgemm", with.handle, plain(7, 5, 0, &one, a, b, &zero, c)) == kSuccess);
    CHECK(differences(c, [](s64, s64) { return Expected{0, 0}; }) == "");
}

TEST_CASE("a batch is as many products, by strides or by pointers") {
    const TestHandle with;
    constexpr s64 kCount = 3, kM = 5, kN = 4, kK = 6;
    const TestMatrix<float> a(kM, kK * kCount, 1), b(kK, kN * kCount, 0);
    const float two = 2, minus = -1;
    const auto expect = [&](const TestMatrix<float>& c) {
        return [&](s64 i, s64 column) {
            const s64 number = column / kN;
            double sum = 0;
            for (s64 p = 0; p < kK; ++p) sum += a.before(i, p + number * kK) * b.before(p, column);
            return Expected{2 * sum - c.before(i, column), 1e-4};
        };
    };
    const TestMatrix<float> strided(kM, kN * kCount, 2), pointed(kM, kN * kCount, 2);
    Gemm product{kPlain,
                 kPlain,
                 kM,
                 kN,
                 kK,
                 &two,
                 a.array.device(),
                 CUDA_R_32F,
                 a.ld,
                 b.array.device(),
                 CUDA_R_32F,
                 b.ld,
                 &minus,
                 strided.array.device(),
                 CUDA_R_32F,
                 strided.ld,
                 kCompute32F};
    CHECK(gemm("cublasSgemmStridedBatched", with.handle, product,
               {kCount, true, kK * a.ld, kN * b.ld, kN * strided.ld}) == kSuccess);
    CHECK(differences(strided, expect(strided)) == "");
    std::vector<float*> places[3];
    for (s64 number = 0; number < kCount; ++number) {
        places[0].push_back(a.array.device() + number * kK * a.ld);
        places[1].push_back(b.array.device() + number * kN * b.ld);
        places[2].push_back(pointed.array.device() + number * kN * pointed.ld);
    }
    const Array<float*> first(places[0]), second(places[1]), third(places[2]);
    product.a = first.device(), product.b = second.device(), product.c = third.device();
    CHECK(gemm("cublasSgemmBatched", with.handle, product, {kCount, false, 0, 0, 0}) == kSuccess);
    CHECK(differences(pointed, expect(pointed)) == "");
}

TEST_CASE("the number of threads changes no bit") {
    const TestHandle with;
    const float one = 1, zero = 0;
    const TestMatrix<float> a(65, 300, 0), b(300, 37, 0), c(65, 37, 0);
    std::vector<std::vector<float>> results;
    const int before = omp_get_max_threads();
    for (const int threads : {1, 2, 5}) {
        omp_set_num_threads(threads);
        CHECK(gemm("cublasSgemm", with.handle, plain(65, 37, 300, &one, a, b, &zero, c)) == kSuccess);
        results.push_back(c.array.now());
    }
    omp_set_num_threads(before);
    for (const auto& result : results)
        CHECK(std::memcmp(result.data(), results[0].data(), result.size() * sizeof(float)) == 0);
}
