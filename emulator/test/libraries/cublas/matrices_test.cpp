// Calls on matrices other than gemm, and copies of vectors and matrices, against loops in double.
#include "emulator/libraries/cublas/matrices.hpp"

#include <doctest/doctest.h>

#include "emulator/libraries/cublas/transfers.hpp"
#include "emulator/test/libraries/cublas/device.hpp"

using namespace simt;
using namespace simt::testing;

namespace {

template <class T>
A place(const TestMatrix<T>& matrix) {
    return {matrix.array.device(), matrix.ld};
}

// A vector of n elements, `step` apart, as row 0 of a matrix.
template <class T>
X row(const TestMatrix<T>& matrix, s64 step = 0) {
    return {matrix.array.device(), type_of<T>, step == 0 ? matrix.ld : step};
}

template <class T>
Expected near(double number, double magnitude, s64 terms) {
    return {number, static_cast<double>(terms + 3) * epsilon<T> * magnitude};
}

template <class Check>
void with_sizes(const Check& check) {
    for (const auto& [m, n] : {std::pair<s64, s64>(1, 1), {2, 7}, {7, 2}, {33, 16}, {0, 3}, {3, 0}}) {
        check(float{}, m, n);
        check(double{}, m, n);
    }
}

}  // namespace

TEST_CASE("gemv with both operations and increments") {
    const TestHandle with;
    with_sizes([&](auto element, s64 m, s64 n) {
        using T = decltype(element);
        for (const Operation trans : {kPlain, kTransposed}) {
            const bool plain = trans == kPlain;
            const s64 terms = plain ? n : m, count = plain ? m : n;
            const TestMatrix<T> a(m, n, 2), x(1, terms, 1), y(1, count, 2);
            const T alpha = 2, beta = -1, zero = 0;
            const auto product = [&](s64 i) {
                double sum = 0;
                for (s64 p = 0; p < terms; ++p)
                    sum += (plain ? a.before(i, p) : a.before(p, i)) * x.before(0, p);
                return sum;
            };
            CHECK(gemv("cublasSgemv", with.handle, type_of<T>, trans, m, n, &alpha, place(a), row(x), &beta,
                       row(y)) == kSuccess);
            const bool nothing = m == 0 || n == 0;
            CHECK(differences(y, [&](s64, s64 i) {
                      return nothing ? Expected{y.before(0, i), 0}
                                     : near<T>(2 * product(i) - y.before(0, i), 100, terms);
                  }) == "");
            // Backwards, and y is not read.
            const TestMatrix<T> backwards(1, count, 0);
            if (count != 0)
                cudaMemset(backwards.array.device(), 0xff, static_cast<std::size_t>(count) * sizeof(T));
            CHECK(gemv("cublasSgemv", with.handle, type_of<T>, trans, m, n, &alpha, place(a), row(x), &zero,
                       row(backwards, -1)) == kSuccess);
            if (!nothing)
                CHECK(differences(backwards, [&](s64, s64 i) {
                          return near<T>(2 * product(count - 1 - i), 100, terms);
                      }) == "");
        }
    });
}

TEST_CASE("ger, geam and dgmm") {
    const TestHandle with;
    with_sizes([&](auto element, s64 m, s64 n) {
        using T = decltype(element);
        const T half = 0.5, minus = -1, zero = 0;
        const TestMatrix<T> a(m, n, 1), at(n, m, 2), b(m, n, 0), x(1, m, 1), y(1, n, 0), c(m, n, 3),
            d(m, n, 1), e(m, n, 0);
        const TestMatrix<T> updated(m, n, 2);
        CHECK(ger("cublasSger", with.handle, type_of<T>, m, n, &half, row(x), row(y), place(updated)) ==
              kSuccess);
        CHECK(differences(updated, [&](s64 i, s64 j) {
                  return near<T>(updated.before(i, j) + 0.5 * x.before(0, i) * y.before(0, j), 12, 1);
              }) == "");
        CHECK(geam("cublasSgeam", with.handle, type_of<T>, kTransposed, kPlain, m, n, &half, place(at),
                   &minus, place(b), place(c)) == kSuccess);
        CHECK(differences(c, [&](s64 i, s64 j) {
                  return near<T>(0.5 * at.before(j, i) - b.before(i, j), 8, 1);
              }) == "");
        CHECK(geam("cublasSgeam", with.handle, type_of<T>, kTransposed, kTransposed, m, n, &minus, place(at),
                   &zero, {nullptr, std::max<s64>(1, n)}, place(d)) == kSuccess);  // B is not read
        CHECK(differences(d, [&](s64 i, s64 j) { return Expected{-at.before(j, i), 0}; }) == "");
        CHECK(dgmm("cublasSdgmm", with.handle, type_of<T>, kLeft, m, n, place(a), row(x), place(e)) ==
              kSuccess);
        CHECK(differences(e, [&](s64 i, s64 j) { return near<T>(a.before(i, j) * x.before(0, i), 16, 1); }) ==
              "");
        CHECK(dgmm("cublasSdgmm", with.handle, type_of<T>, kRight, m, n, place(a), row(y), place(e)) ==
              kSuccess);
        CHECK(differences(e, [&](s64 i, s64 j) { return near<T>(a.before(i, j) * y.before(0, j), 16, 1); }) ==
              "");
    });
}

TEST_CASE("syrk writes one triangle and reads neither of C with beta 0") {
    const TestHandle with;
    with_sizes([&](auto element, s64 n, s64 k) {
        using T = decltype(element);
        for (const FillMode fill : {kLower, kUpper}) {
            for (const Operation trans : {kPlain, kTransposed}) {
                const bool plain = trans == kPlain;
                const TestMatrix<T> a(plain ? n : k, plain ? k : n, 1), c(n, n, 2);
                const T alpha = 2, beta = fill == kLower ? T{-1} : T{0};
                CHECK(syrk("cublasSsyrk", with.handle, type_of<T>, fill, trans, n, k, &alpha, place(a), &beta,
                           place(c)) == kSuccess);
                CHECK(differences(c, [&](s64 i, s64 j) {
                          if (fill == kUpper ? i > j : i < j) return Expected{c.before(i, j), 0};
                          double sum = 0;
                          for (s64 p = 0; p < k; ++p)
                              sum +=
                                  plain ? a.before(i, p) * a.before(j, p) : a.before(p, i) * a.before(p, j);
                          return near<T>(2 * sum + static_cast<double>(beta) * c.before(i, j),
                                         40 * static_cast<double>(k + 1), k);
                      }) == "");
            }
        }
    });
}

TEST_CASE("trsm solves on both sides, with both triangles and operations, with a unit diagonal or without") {
    const TestHandle with;
    for (const auto& [m, n] : {std::pair<s64, s64>(1, 1), {5, 3}, {4, 9}, {0, 2}}) {
        for (int choice = 0; choice < 16; ++choice) {
            const auto side = static_cast<Side>(choice & 1);
            const auto fill = static_cast<FillMode>(choice >> 1 & 1);
            const auto trans = static_cast<Operation>(choice >> 2 & 1);
            const auto diagonal = static_cast<Diagonal>(choice >> 3 & 1);
            const s64 order = side == kLeft ? m : n;
            TestMatrix<double> a(order, order, 1);
            const TestMatrix<double> b(m, n, 2);
            // Only the triangle may be read, and the diagonal only if it is not all ones.
            for (s64 j = 0; j < order; ++j)
                for (s64 i = 0; i < order; ++i) {
                    double& element = a.array.host[a.place(i, j)];
                    if (fill == kUpper ? i > j : i < j) element = NAN;
                    if (i == j) element = diagonal == kUnit ? NAN : 8 + std::fabs(element);
                }
            cudaMemcpy(a.array.device(), a.array.host.data(), a.array.host.size() * sizeof(double),
                       cudaMemcpyHostToDevice);
            const double alpha = 0.5;
            CHECK(trsm("cublasDtrsm", with.handle, CUDA_R_64F, side, fill, trans, diagonal, m, n, &alpha,
                       place(a), place(b)) == kSuccess);
            // op(A) X or X op(A) is alpha B.
            const std::vector<double> x = b.array.now();
            const auto factor = [&](s64 i, s64 j) {
                if (trans != kPlain) std::swap(i, j);
                if (i == j && diagonal == kUnit) return 1.0;
                return (fill == kUpper ? i > j : i < j) ? 0.0 : a.before(i, j);
            };
            for (s64 i = 0; i < m; ++i)
                for (s64 j = 0; j < n; ++j) {
                    double sum = 0, magnitude = 0;
                    for (s64 p = 0; p < order; ++p) {
                        const double term =
                            side == kLeft ? factor(i, p) * x[b.place(p, j)] : x[b.place(i, p)] * factor(p, j);
                        sum += term;
                        magnitude += std::fabs(term);
                    }
                    CHECK(std::fabs(sum - 0.5 * b.before(i, j)) <= 1e-14 * (magnitude + 1));
                }
        }
    }
}

TEST_CASE("vectors and matrices go to the device and back") {
    const std::vector<int> host = {1, 2, 3, 4, 5, 6, 7, 8};
    const Array<int> device(std::vector<int>(12, -1));
    CHECK(transfer("cublasSetVector", cudaMemcpyHostToDevice, 1, 4, 4, host.data(), 2, device.device(), 3) ==
          kSuccess);
    CHECK(device.now() == std::vector<int>{1, -1, -1, 3, -1, -1, 5, -1, -1, 7, -1, -1});
    std::vector<int> back(6, -1);
    CHECK(transfer("cublasGetMatrix", cudaMemcpyDeviceToHost, 2, 2, 4, device.device(), 3, back.data(), 2) ==
          kSuccess);
    CHECK(back == std::vector<int>{1, -1, 3, -1, -1, -1});
    CHECK(transfer("cublasSetVector", cudaMemcpyHostToDevice, 1, 4, 0, host.data(), 1, device.device(), 1) ==
          kInvalidValue);
    CHECK(transfer("cublasSetVector", cudaMemcpyHostToDevice, 1, 4, 4, host.data(), 0, device.device(), 1) ==
          kInvalidValue);
    CHECK(transfer("cublasSetMatrix", cudaMemcpyHostToDevice, 3, 1, 4, host.data(), 3, device.device(), 2) ==
          kInvalidValue);
    CHECK(transfer("cublasSetVector", cudaMemcpyHostToDevice, 1, 13, 4, host.data(), 1, device.device(), 1) ==
          kMappingError);
    cudaGetLastError();
}

TEST_CASE("wrong arguments of calls on matrices are invalid values") {
    const TestHandle with;
    const TestMatrix<float> a(4, 4, 0), b(4, 4, 0);
    const float one = 1;
    Handle* const h = with.handle;
    const X x = row(a), none{a.array.device(), CUDA_R_32F, 0};
    const A small{a.array.device(), 3};
    constexpr Type kF = CUDA_R_32F;
    CHECK(gemv("cublasSgemv", h, kF, kPlain, 4, 4, &one, small, x, &one, x) == kInvalidValue);
    CHECK(gemv("cublasSgemv", h, kF, kPlain, 4, 4, &one, place(a), none, &one, x) == kInvalidValue);
    CHECK(gemv("cublasSgemv", h, kF, kPlain, 4, 4, &one, place(a), x, &one, none) == kInvalidValue);
    CHECK(gemv("cublasSgemv", h, kF, kPlain, -1, 4, &one, place(a), x, &one, x) == kInvalidValue);
    CHECK(gemv("cublasSgemv", h, kF, static_cast<Operation>(3), 4, 4, &one, place(a), x, &one, x) ==
          kInvalidValue);
    CHECK(ger("cublasSger", h, kF, 4, 4, &one, none, x, place(a)) == kInvalidValue);
    CHECK(ger("cublasSger", h, kF, 4, 4, &one, x, x, small) == kInvalidValue);
    CHECK(geam("cublasSgeam", h, kF, kTransposed, kPlain, 4, 4, &one, place(a), &one, place(b), place(a)) ==
          kInvalidValue);
    CHECK(geam("cublasSgeam", h, kF, kPlain, kPlain, 4, 4, &one, small, &one, place(b), place(b)) ==
          kInvalidValue);
    CHECK(syrk("cublasSsyrk", h, kF, static_cast<FillMode>(2), kPlain, 4, 4, &one, place(a), &one,
               place(b)) == kInvalidValue);
    CHECK(syrk("cublasSsyrk", h, kF, kLower, kTransposed, 4, 5, &one, place(a), &one, place(b)) ==
          kInvalidValue);
    CHECK(trsm("cublasStrsm", h, kF, kLeft, kLower, kPlain, kUnit, 4, 4, &one, small, place(b)) ==
          kInvalidValue);
    CHECK(trsm("cublasStrsm", h, kF, static_cast<Side>(9), kLower, kPlain, kUnit, 4, 4, &one, place(a),
               place(b)) == kInvalidValue);
    CHECK(dgmm("cublasSdgmm", h, kF, kLeft, 4, -2, place(a), x, place(b)) == kInvalidValue);
    CHECK(differences(b, [&](s64 i, s64 j) { return Expected{b.before(i, j), 0}; }) == "");
}
