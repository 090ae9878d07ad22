// LU factorisations of many matrices, the solutions and inverses that follow from them: against products in double, at awkward
// sizes, for matrices that are singular or hold what is no number, and with wrong arguments.
#include "emulator/libraries/cublas/lu.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "common/testing/words.hpp"
#include "emulator/api.h"
#include "emulator/runtime/errors.hpp"
#include "emulator/test/libraries/cublas/device.hpp"

using namespace simt;
using namespace simt::testing;
using ::testing::contains;

namespace {

constexpr s64 kOrders[] = {1, 2, 3, 31, 32, 33, 64};
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Some matrices, and the array on the device that points to them.
template <class T>
struct TestMatrices {
    std::vector<std::unique_ptr<TestMatrix<T>>> all;
    std::unique_ptr<Array<T*>> list;
    TestMatrices(s64 count, s64 rows, s64 columns, s64 more) {
        std::vector<T*> pointers;
        for (s64 k = 0; k < count; ++k) {
            all.push_back(std::make_unique<TestMatrix<T>>(rows, columns, more));
            pointers.push_back(all.back()->array.device());
        }
        list = std::make_unique<Array<T*>>(pointers);
    }
    Matrices of() const { return {list->device(), all[0]->ld}; }
    const TestMatrix<T>& operator[](s64 k) const { return *all[static_cast<std::size_t>(k)]; }
    // Every element of a matrix becomes value(i, j).
    template <class Value>
    void set(s64 k, const Value& value) {
        TestMatrix<T>& matrix = *all[static_cast<std::size_t>(k)];
        for (s64 j = 0; j < matrix.columns; ++j)
            for (s64 i = 0; i < matrix.rows; ++i)
                matrix.array.host[matrix.place(i, j)] = static_cast<T>(value(i, j));
        cudaMemcpy(matrix.array.device(), matrix.array.host.data(), matrix.array.host.size() * sizeof(T),
                   cudaMemcpyHostToDevice);
    }
};

// A matrix in double.
struct Doubles {
    s64 rows = 0, columns = 0;
    std::vector<double> all;
    Doubles(s64 m, s64 n) : rows(m), columns(n), all(static_cast<std::size_t>(m * n)) {}
    double& operator()(s64 i, s64 j) { return all[static_cast<std::size_t>(i + j * rows)]; }
    double operator()(s64 i, s64 j) const { return all[static_cast<std::size_t>(i + j * rows)]; }
};
template <class T>
Doubles doubles(const TestMatrix<T>& matrix, const std::vector<T>& values) {
    Doubles all(matrix.rows, matrix.columns);
    for (s64 j = 0; j < matrix.columns; ++j)
        for (s64 i = 0; i < matrix.rows; ++i) all(i, j) = value(values[matrix.place(i, j)]);
    return all;
}
template <class T>
Doubles before(const TestMatrix<T>& matrix) {
    return doubles(matrix, matrix.array.host);
}
template <class T>
Doubles now(const TestMatrix<T>& matrix) {
    return doubles(matrix, matrix.array.now());
}
double largest(const Doubles& matrix) {
    double most = 0;
    for (const double number : matrix.all) most = std::max(most, std::fabs(number));
    return most;
}
// Padding and what lies behind the matrix are as they were.
template <class T>
bool padding_kept(const TestMatrix<T>& matrix) {
    const Doubles there = now(matrix);
    return differences(matrix, [&](s64 i, s64 j) { return Expected{there(i, j), 0}; }) == "";
}

template <class T>
bool kept(const TestMatrix<T>& matrix) {
    return differences(matrix, [&](s64 i, s64 j) { return Expected{matrix.before(i, j), 0}; }) == "";
}

// The largest distance of op(A) X from B.
double residual(const Doubles& a, bool transposed, const Doubles& x, const Doubles& b) {
    double most = 0;
    for (s64 j = 0; j < x.columns; ++j) {
        for (s64 i = 0; i < a.rows; ++i) {
            double sum = -b(i, j);
            for (s64 p = 0; p < a.rows; ++p) sum += (transposed ? a(p, i) : a(i, p)) * x(p, j);
            most = std::max(most, std::fabs(sum));
        }
    }
    return most;
}
Doubles identity(s64 n) {
    Doubles one(n, n);
    for (s64 i = 0; i < n; ++i) one(i, i) = 1;
    return one;
}

// Calls check(element, n, pivoted) for both types and all sizes.
template <class Check>
void with_orders(const Check& check) {
    for (const bool pivoted : {true, false}) {
        for (const s64 n : kOrders) {
            check(float{}, n, pivoted);
            check(double{}, n, pivoted);
        }
    }
}

// Three random matrices that can be factorised, their factors, and the pivots and results of getrf.
template <class T>
struct Factorised {
    s64 n;
    TestMatrices<T> a;
    std::vector<Doubles> original, factors;
    Array<int> pivots, info;
    int* exchanged;
    Factorised(Handle* handle, s64 size, bool pivoted)
        : n(size),
          a(3, n, n, 2),
          pivots(std::vector<int>(static_cast<std::size_t>(3 * n), -1)),
          info({-1, -1, -1, -1}),
          exchanged(pivoted ? pivots.device() : nullptr) {
        for (s64 k = 0; k < 3; ++k) {
            if (!pivoted)
                a.set(k, [&](s64 i, s64 j) { return a[k].before(i, j) + (i == j ? 5.0 * double(n) : 0); });
            original.push_back(before(a[k]));
        }
        REQUIRE(getrf_batched("cublasSgetrfBatched", handle, type_of<T>, n, a.of(), exchanged, info.device(),
                              3) == kSuccess);
        for (s64 k = 0; k < 3; ++k) factors.push_back(now(a[k]));
    }
    // What rounding may leave of a residual, for a solution whose largest element this is.
    double bound(s64 k, double of_solution) const {
        const double size = static_cast<double>(n);
        return 4 * size * size * epsilon<T> * largest(factors[static_cast<std::size_t>(k)]) *
               std::max(1.0, of_solution);
    }
};

// What the finding of a call says that fails on the device.
template <class Call>
std::string failure_of(const Call& call) {
    CHECK(call() == kExecutionFailed);
    runtime::set_device_error(cudaSuccess);
    cudaGetLastError();
    return simt_call_report();
}

}  // namespace

TEST_CASE("the factors' product is the matrix, with its rows exchanged as the pivots say") {
    const TestHandle with;
    with_orders([&](auto element, s64 n, bool pivoted) {
        using T = decltype(element);
        const Factorised<T> of(with.handle, n, pivoted);
        CHECK(of.info.now() == std::vector<int>{0, 0, 0, -1});
        const std::vector<int> pivots = of.pivots.now();
        if (!pivoted) CHECK(pivots == of.pivots.host);
        for (s64 k = 0; k < 3; ++k) {
            const Doubles& lu = of.factors[static_cast<std::size_t>(k)];
            Doubles expected = of.original[static_cast<std::size_t>(k)];
            for (s64 i = 0; pivoted && i < n; ++i) {
                const s64 row = pivots[static_cast<std::size_t>(k * n + i)] - 1;
                REQUIRE(row >= i);
                REQUIRE(row < n);
                for (s64 j = 0; j < n; ++j) std::swap(expected(i, j), expected(row, j));
            }
            double most = 0, multiplier = 0;
            for (s64 j = 0; j < n; ++j) {
                for (s64 i = 0; i < n; ++i) {
                    double sum = -expected(i, j);
                    for (s64 p = 0; p <= std::min(i, j); ++p) sum += (p == i ? 1 : lu(i, p)) * lu(p, j);
                    most = std::max(most, std::fabs(sum));
                    if (i > j) multiplier = std::max(multiplier, std::fabs(lu(i, j)));
                }
            }
            CAPTURE(n);
            CHECK(most <= static_cast<double>(n) * epsilon<T> * largest(lu));
            CHECK(multiplier <= 1);
            CHECK(padding_kept(of.a[k]));
        }
    });
}

TEST_CASE("getrs solves with the factors, for each operation, in place of the right sides") {
    const TestHandle with;
    with_orders([&](auto element, s64 n, bool pivoted) {
        using T = decltype(element);
        const Factorised<T> of(with.handle, n, pivoted);
        for (const Operation trans : {kPlain, kTransposed, kConjugateTransposed}) {
            const TestMatrices<T> b(3, n, 2, 1);
            int info = -9;
            CHECK(getrs_batched("cublasSgetrsBatched", with.handle, type_of<T>, trans, n, 2, of.a.of(),
                                of.exchanged, b.of(), &info, 3) == kSuccess);
            CHECK(info == 0);
            for (s64 k = 0; k < 3; ++k) {
                const Doubles x = now(b[k]);
                CAPTURE(n);
                CHECK(residual(of.original[static_cast<std::size_t>(k)], trans != kPlain, x, before(b[k])) <=
                      of.bound(k, largest(x)));
                CHECK(padding_kept(b[k]));
                CHECK(now(of.a[k]).all == of.factors[static_cast<std::size_t>(k)].all);
            }
        }
    });
}

TEST_CASE("getri inverts from the factors, and matinv up to 32 x 32 from the matrices; both keep A") {
    const TestHandle with;
    with_orders([&](auto element, s64 n, bool pivoted) {
        using T = decltype(element);
        const Factorised<T> of(with.handle, n, pivoted);
        const auto check = [&](const TestMatrices<T>& c, const Array<int>& info) {
            CHECK(info.now() == std::vector<int>{0, 0, 0, -1});
            for (s64 k = 0; k < 3; ++k) {
                const Doubles x = now(c[k]);
                CAPTURE(n);
                CHECK(residual(of.original[static_cast<std::size_t>(k)], false, x, identity(n)) <=
                      of.bound(k, largest(x)));
                CHECK(padding_kept(c[k]));
            }
        };
        const TestMatrices<T> c(3, n, n, 1);
        const Array<int> info({-1, -1, -1, -1});
        CHECK(getri_batched("cublasSgetriBatched", with.handle, type_of<T>, n, of.a.of(), of.exchanged,
                            c.of(), info.device(), 3) == kSuccess);
        check(c, info);
        for (s64 k = 0; k < 3; ++k) CHECK(now(of.a[k]).all == of.factors[static_cast<std::size_t>(k)].all);
        if (n > 32) return;
        TestMatrices<T> a(3, n, n, 2);
        for (s64 k = 0; k < 3; ++k)
            a.set(k, [&](s64 i, s64 j) { return of.original[static_cast<std::size_t>(k)](i, j); });
        const TestMatrices<T> inverse(3, n, n, 1);
        const Array<int> more({-1, -1, -1, -1});
        CHECK(matinv_batched("cublasSmatinvBatched", with.handle, type_of<T>, n, a.of(), inverse.of(),
                             more.device(), 3) == kSuccess);
        check(inverse, more);
        for (s64 k = 0; k < 3; ++k) CHECK(now(a[k]).all == of.original[static_cast<std::size_t>(k)].all);
    });
}

TEST_CASE("a singular matrix: info is the first k with U(k, k) 0, and the other matrices are factorised") {
    const TestHandle with;
    with_orders([&](auto element, s64 n, bool pivoted) {
        using T = decltype(element);
        // The first is regular; in the second, columns k and above are 0; the third is 0.
        const s64 k = n / 2;
        TestMatrices<T> a(3, n, n, 0), c(3, n, n, 0);
        const auto regular = [&](s64 i, s64 j) {
            return i == j ? 2.0 * double(n) + 1 : double((i + 2 * j) % 3 - 1);
        };
        const auto set = [&] {
            a.set(0, regular);
            a.set(1, [&](s64 i, s64 j) { return j >= k ? 0 : regular(i, j); });
            a.set(2, [](s64, s64) { return 0; });
        };
        set();
        const int first = static_cast<int>(k + 1);
        Array<int> pivots(std::vector<int>(static_cast<std::size_t>(3 * n), -1));
        const Array<int> info({-1, -1, -1}), of_inverse({-1, -1, -1}), of_both({-1, -1, -1});
        int* const exchanged = pivoted ? pivots.device() : nullptr;
        CHECK(getrf_batched("cublasSgetrfBatched", with.handle, type_of<T>, n, a.of(), exchanged,
                            info.device(), 3) == kSuccess);
        CHECK(info.now() == std::vector<int>{0, first, 1});
        CHECK(getri_batched("cublasSgetriBatched", with.handle, type_of<T>, n, a.of(), exchanged, c.of(),
                            of_inverse.device(), 3) == kSuccess);
        CHECK(of_inverse.now() == std::vector<int>{0, first, 1});
        Doubles original(n, n);
        for (s64 j = 0; j < n; ++j)
            for (s64 i = 0; i < n; ++i) original(i, j) = regular(i, j);
        const Doubles inverse = now(c[0]);
        CHECK(residual(original, false, inverse, identity(n)) <=
              4 * double(n * n) * epsilon<T> * largest(original) * largest(inverse));
        if (n > 32) return;
        set();
        CHECK(matinv_batched("cublasSmatinvBatched", with.handle, type_of<T>, n, a.of(), c.of(),
                             of_both.device(), 3) == kSuccess);
        CHECK(of_both.now() == std::vector<int>{0, first, 1});
    });
}

TEST_CASE("rows that must be exchanged: without pivots the same matrix is singular") {
    const TestHandle with;
    TestMatrices<double> a(1, 2, 2, 0);
    const Array<int> pivots({-1, -1}), info({-1});
    const auto swapped = [](s64 i, s64 j) { return i == j ? 0 : 1; };
    a.set(0, swapped);
    CHECK(getrf_batched("cublasDgetrfBatched", with.handle, CUDA_R_64F, 2, a.of(), pivots.device(),
                        info.device(), 1) == kSuccess);
    CHECK(info.now()[0] == 0);
    CHECK(pivots.now() == std::vector<int>{2, 2});
    CHECK(now(a[0]).all == identity(2).all);
    a.set(0, swapped);
    CHECK(getrf_batched("cublasDgetrfBatched", with.handle, CUDA_R_64F, 2, a.of(), nullptr, info.device(),
                        1) == kSuccess);
    CHECK(info.now()[0] == 1);
}

TEST_CASE("what is no number spreads to the columns behind it, and is no 0 on the diagonal") {
    const TestHandle with;
    TestMatrices<double> a(1, 3, 3, 0), c(1, 3, 3, 0);
    const Array<int> pivots({-1, -1, -1}), info({-1});
    a.set(0, [](s64 i, s64 j) { return i == 1 && j == 1 ? kNaN : i == j ? 4.0 : 1.0; });
    CHECK(getrf_batched("cublasDgetrfBatched", with.handle, CUDA_R_64F, 3, a.of(), pivots.device(),
                        info.device(), 1) == kSuccess);
    CHECK(info.now()[0] == 0);
    const Doubles factors = now(a[0]);
    CHECK(factors(0, 0) == 4);
    CHECK(factors(1, 0) == 0.25);
    CHECK(std::isnan(factors(1, 1)));
    CHECK(std::isnan(factors(2, 2)));
    CHECK(getri_batched("cublasDgetriBatched", with.handle, CUDA_R_64F, 3, a.of(), pivots.device(), c.of(),
                        info.device(), 1) == kSuccess);
    CHECK(info.now()[0] == 0);
    for (const double number : now(c[0]).all) CHECK(std::isnan(number));
}

TEST_CASE("wrong arguments of calls with factors are invalid values; getrs says in info which one is wrong") {
    const TestHandle with;
    const TestMatrices<float> a(1, 4, 4, 0), b(1, 4, 4, 0);
    const Array<int> pivots({1, 2, 3, 4}), device_info({-1});
    int* const info = device_info.device();
    const auto of = [](const TestMatrices<float>& matrices, s64 ld) {
        return Matrices{matrices.of().list, ld};
    };
    const auto getrf = [&](s64 n, s64 ld, s64 count) {
        return getrf_batched("cublasSgetrfBatched", with.handle, CUDA_R_32F, n, of(a, ld), pivots.device(),
                             info, count);
    };
    CHECK(getrf(-1, 4, 1) == kInvalidValue);
    CHECK(getrf(4, 3, 1) == kInvalidValue);
    CHECK(getrf(4, 4, -1) == kInvalidValue);
    CHECK(getrf(4, -3, 1) == kInvalidValue);
    CHECK(getrf(0, 0, 1) == kSuccess);
    CHECK(getrf(4, 4, 0) == kSuccess);
    const auto getri = [&](s64 n, s64 lda, s64 ldc, s64 count) {
        return getri_batched("cublasSgetriBatched", with.handle, CUDA_R_32F, n, of(a, lda), pivots.device(),
                             of(b, ldc), info, count);
    };
    CHECK(getri(-1, 4, 4, 1) == kInvalidValue);
    CHECK(getri(4, 3, 4, 1) == kInvalidValue);
    CHECK(getri(4, 4, 3, 1) == kInvalidValue);
    CHECK(getri(4, 4, 4, -1) == kInvalidValue);
    CHECK(getri(0, 0, 0, 1) == kSuccess);
    const auto matinv = [&](s64 n, s64 lda, s64 ldc, s64 count) {
        return matinv_batched("cublasSmatinvBatched", with.handle, CUDA_R_32F, n, of(a, lda), of(b, ldc),
                              info, count);
    };
    CHECK(matinv(-1, 4, 4, 1) == kInvalidValue);
    CHECK(matinv(4, 3, 4, 1) == kInvalidValue);
    CHECK(matinv(4, 4, 3, 1) == kInvalidValue);
    CHECK(matinv(4, 4, 4, -1) == kInvalidValue);
    CHECK(matinv(33, 33, 33, 1) == kInvalidValue);
    CHECK(matinv(33, 33, 33, 0) == kSuccess);
    CHECK(matinv(0, 0, 0, 1) == kSuccess);
    const auto getrs = [&](int trans, s64 n, s64 sides, s64 lda, s64 ldb, s64 count) {
        int which = 7;
        const Status status =
            getrs_batched("cublasSgetrsBatched", with.handle, CUDA_R_32F, static_cast<Operation>(trans), n,
                          sides, of(a, lda), pivots.device(), of(b, ldb), &which, count);
        return std::pair(status, which);
    };
    using Answer = std::pair<Status, int>;
    CHECK(getrs(3, 4, 1, 4, 4, 1) == Answer{kInvalidValue, -1});
    CHECK(getrs(0, -1, 1, 4, 4, 1) == Answer{kInvalidValue, -2});
    CHECK(getrs(0, 4, -1, 4, 4, 1) == Answer{kInvalidValue, -3});
    CHECK(getrs(0, 4, 1, 3, 4, 1) == Answer{kInvalidValue, -5});
    CHECK(getrs(0, 4, 1, 4, 3, 1) == Answer{kInvalidValue, -8});
    CHECK(getrs(0, 0, 1, 0, 1, 1) == Answer{kInvalidValue, -5});
    CHECK(getrs(0, 4, 1, 4, 4, -1) == Answer{kExecutionFailed, 0});
    CHECK(getrs(0, 4, 1, 4, 4, 0) == Answer{kExecutionFailed, 0});
    CHECK(getrs(0, 0, 1, 1, 1, 1) == Answer{kSuccess, 0});
    CHECK(getrs(0, 4, 0, 4, 4, 1) == Answer{kSuccess, 0});
    CHECK(getrs_batched("cublasSgetrsBatched", with.handle, CUDA_R_32F, kPlain, 4, 1, a.of(), nullptr, b.of(),
                        nullptr, 1) == kInvalidValue);
    CHECK(getrs_batched("cublasSgetrsBatched", with.handle, CUDA_R_32F, kPlain, 4, 1, a.of(), nullptr, b.of(),
                        info, 1) == kInvalidValue);  // on the device
    CHECK(kept(a[0]));
    CHECK(kept(b[0]));
    CHECK(device_info.now()[0] == -1);
}

TEST_CASE("lists and results on the host, pivots that are no rows and inverses over A fail and say which") {
    const TestHandle with;
    const TestMatrices<float> a(1, 4, 4, 0), c(1, 4, 4, 0);
    const Array<int> pivots({1, 2, 3, 4}), wrong({1, 2, 9, 4}), device_info({-1});
    int on_host = 0, zero = 0;
    float* const list[] = {a[0].array.device()};
    const auto getri = [&](const Matrices& from, const int* exchanged, const Matrices& to, int* info) {
        return failure_of([&] {
            return getri_batched("cublasSgetriBatched", with.handle, CUDA_R_32F, 4, from, exchanged, to, info,
                                 1);
        });
    };
    CHECK(
        contains(getri({list, 4}, pivots.device(), c.of(), device_info.device()), "array of pointers to A"));
    CHECK(
        contains(getri(a.of(), pivots.device(), {list, 4}, device_info.device()), "array of pointers to C"));
    CHECK(contains(getri(a.of(), &zero, c.of(), device_info.device()), "array of pivots"));
    CHECK(contains(getri(a.of(), pivots.device(), c.of(), &on_host), "info array"));
    CHECK(contains(getri(a.of(), wrong.device(), c.of(), device_info.device()),
                   "pivot 2 of matrix 0 is 9, which is no row of 1 to 4: pass what getrfBatched wrote"));
    CHECK(contains(getri(a.of(), pivots.device(), a.of(), device_info.device()),
                   "matrix A (number 0 of the batch) and matrix C (number 0) share the element at"));
    CHECK(contains(failure_of([&] {
                       return matinv_batched("cublasSmatinvBatched", with.handle, CUDA_R_32F, 4, a.of(),
                                             a.of(), device_info.device(), 1);
                   }),
                   "give each matrix memory of its own"));
    CHECK(kept(a[0]));
    CHECK(kept(c[0]));
}

TEST_CASE("which row becomes the pivot where magnitudes are equal or no numbers, as on an H200") {
    const TestHandle with;
    struct {
        std::vector<double> matrix;  // by columns
        std::vector<int> pivots;
    } const cases[] = {
        {{1, -1, 1, 2, 3, 4, 5, 6, 8}, {1, 2, 3}},       {{2, 4, 8, 1, 3, 9, 1, 1, 5}, {3, 2, 3}},
        {{kNaN, 4, 8, 1, 3, 9, 1, 1, 5}, {1, 2, 3}},     {{2, 4, kNaN, 1, 3, 9, 1, 1, 5}, {2, 2, 3}},
        {{2, kNaN, 8, 1, 3, 9, 1, 1, 5}, {3, 2, 3}},     {{2, 4, 8, 1, kNaN, 9, 1, 1, 5}, {3, 2, 3}},
        {{2, 4, 8, 1, 3, 9, kNaN, 1, 5}, {3, 2, 3}},     {{kNaN, kNaN, kNaN, 1, 3, 9, 1, 1, 5}, {1, 2, 3}},
        {{2, INFINITY, 8, 1, 3, 9, 1, 1, 5}, {2, 3, 3}},
    };
    for (const auto& [matrix, expected] : cases) {
        TestMatrices<float> a(1, 3, 3, 0);
        const auto& numbers = matrix;
        a.set(0, [&](s64 i, s64 j) { return numbers[static_cast<std::size_t>(i + 3 * j)]; });
        const Array<int> pivots({-1, -1, -1}), info({-1});
        CHECK(getrf_batched("cublasSgetrfBatched", with.handle, CUDA_R_32F, 3, a.of(), pivots.device(),
                            info.device(), 1) == kSuccess);
        CHECK(pivots.now() == expected);
        CHECK(info.now()[0] == 0);
    }
}

TEST_CASE("matrices of a batch may lie between each other's columns, but share no element that is written") {
    const TestHandle with;
    // A block of 8 x 4: two matrices of 4 x 4 above each other, each with ld 8.
    const TestMatrix<double> block(8, 4, 0);
    const TestMatrices<double> c(2, 4, 4, 0);
    const Array<int> pivots(std::vector<int>(8, -1)), info({-1, -1});
    double* const first = block.array.device();
    const Array<double*> apart({first, first + 4}), same({first, first}), near({first, first + 3}),
        read_twice({first, first});
    const auto getrf = [&](const Array<double*>& list) {
        return getrf_batched("cublasDgetrfBatched", with.handle, CUDA_R_64F, 4, {list.device(), 8},
                             pivots.device(), info.device(), 2);
    };
    CHECK(contains(failure_of([&] { return getrf(same); }),
                   "matrix A (number 0 of the batch) and matrix A (number 1) share the element at"));
    CHECK(contains(failure_of([&] { return getrf(near); }), "share the element at"));
    CHECK(kept(block));
    CHECK(getrf(apart) == kSuccess);
    CHECK(info.now() == std::vector<int>{0, 0});
    CHECK(getri_batched("cublasDgetriBatched", with.handle, CUDA_R_64F, 4, {read_twice.device(), 8},
                        pivots.device(), c.of(), info.device(), 2) == kSuccess);
    int host_info = -1;
    CHECK(contains(failure_of([&] {
                       return getrs_batched("cublasDgetrsBatched", with.handle, CUDA_R_64F, kPlain, 4, 1,
                                            {apart.device(), 8}, pivots.device(), {near.device(), 8},
                                            &host_info, 1);
                   }),
                   "matrix A (number 0 of the batch) and matrix B (number 0)"));
}
