// The CPU's matrix multiplications against double precision: every kernel that this CPU can run, sizes that are not a
// multiple of anything, padding, unaligned matrices, alpha and beta, special values.
#include "common/baseline/multiply.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "common/baseline/multiply/blocked.hpp"
#include "common/baseline/multiply/in_place.hpp"
#include "common/baseline/openblas.hpp"

namespace {

namespace multiply = baseline::multiply;

constexpr float kUntouched = -12345.0f;
const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kInfinity = std::numeric_limits<float>::infinity();

struct Shape {
    std::size_t m, n, k;
    float alpha = 1, beta = 0;
    // Unused elements after each row of A; B has twice as many and C three times, so that confusing the leading
    // dimensions of two matrices is found.
    std::size_t pad = 0;
    std::size_t offset = 0;  // elements before each matrix: with 1, nothing is aligned to more than 4 bytes
};

// A, B and C, random; unused elements are NaN in A and B and a pattern in C. C is NaN if beta is 0.
struct Matrices {
    Shape shape;
    std::vector<float> a, b, c;

    explicit Matrices(const Shape& s) : shape(s) {
        unsigned state = 1;
        const auto fill = [&](std::vector<float>& x, std::size_t rows, std::size_t cols, std::size_t pad,
                              float outside, bool is_nan) {
            x.assign(s.offset + rows * (cols + pad), outside);
            for (std::size_t row = 0; row < rows; ++row) {
                for (std::size_t col = 0; col < cols; ++col) {
                    state = state * 1664525u + 1013904223u;
                    const float value = static_cast<float>(state >> 8) / (1 << 23) - 1;
                    x[s.offset + row * (cols + pad) + col] = is_nan ? kNan : value;
                }
            }
        };
        fill(a, s.m, s.k, s.pad, kNan, false);
        fill(b, s.k, s.n, 2 * s.pad, kNan, false);
        fill(c, s.m, s.n, 3 * s.pad, kUntouched, s.beta == 0);
    }

    Gemm gemm() {
        const Shape& s = shape;
        return {s.m,
                s.n,
                s.k,
                s.alpha,
                a.data() + s.offset,
                s.k + s.pad,
                b.data() + s.offset,
                s.n + 2 * s.pad,
                s.beta,
                c.data() + s.offset,
                s.n + 3 * s.pad};
    }
};

using Multiply = std::function<void(const Gemm&)>;

// Empty if every element is as accurate as single precision allows and nothing else was written; otherwise describes
// the first error.
std::string defect(const Multiply& multiply, const Shape& shape) {
    Matrices matrices(shape);
    const std::vector<float> before = matrices.c;
    const Gemm g = matrices.gemm();
    multiply(g);
    for (std::size_t i = 0; i < matrices.c.size(); ++i) {
        const std::size_t row = i < shape.offset ? 0 : (i - shape.offset) / g.ldc;
        const std::size_t col = i < shape.offset ? g.ldc : (i - shape.offset) % g.ldc;
        const auto where = [&] { return "(" + std::to_string(row) + ", " + std::to_string(col) + ")"; };
        if (col >= shape.n) {
            if (matrices.c[i] != kUntouched) return "a pad is written, " + where();
            continue;
        }
        double sum = 0, magnitude = 0;
        for (std::size_t k = 0; k < g.k; ++k) {
            const double product = static_cast<double>(g.a[row * g.lda + k]) * g.b[k * g.ldb + col];
            sum += product;
            magnitude += std::fabs(product);
        }
        const double old = shape.beta == 0 ? 0 : static_cast<double>(shape.beta) * before[i];
        const double expected = shape.alpha * sum + old;
        const double bound = (4 * std::sqrt(static_cast<double>(g.k)) + 4) / (1 << 24) *
                             (std::fabs(shape.alpha) * magnitude + std::fabs(old));
        if (!(std::fabs(matrices.c[i] - expected) <= bound)) {
            return where() + " is " + std::to_string(matrices.c[i]) + ", not " + std::to_string(expected);
        }
    }
    return "";
}

// Blocks small enough that every loop runs several times, with a smaller last step.
constexpr multiply::Blocks kSmallBlocks{24, 20};

struct Named {
    std::string name;
    Multiply run;
};

enum class Reads { Panels, InPlace };  // in place: where the shape allows it

Named blocked(const multiply::Kernel* kernel, multiply::Blocks blocks, int threads, Reads reads) {
    const bool packed = reads == Reads::Panels;
    return {
        std::string("blocked, ") + kernel->name + ", " + std::to_string(threads) + " threads, " +
            (packed ? "packed" : "in place"),
        [=](const Gemm& gemm) {
            multiply::multiply_blocked(gemm, {kernel, blocks, threads, packed ? 0 : multiply::kMostInPlace});
        }};
}

std::vector<Named> all_versions() {
    std::vector<Named> all = {{"ijk", baseline::multiply_ijk}, {"ikj", baseline::multiply_ikj}};
    for (const int threads : {0, 1, 3}) {
        all.push_back({"openmp", [=](const Gemm& gemm) { baseline::multiply_openmp(gemm, threads); }});
    }
    all.push_back({"blocked", [](const Gemm& gemm) { baseline::multiply_blocked(gemm); }});
    for (const multiply::Kernel* kernel : multiply::runnable_kernels()) {
        for (const Reads reads : {Reads::Panels, Reads::InPlace}) {
            all.push_back(blocked(kernel, multiply::blocks_for(*kernel), 0, reads));
            all.push_back(blocked(kernel, kSmallBlocks, 3, reads));
        }
    }
    if (baseline::openblas::missing().empty()) {
        all.push_back({"OpenBLAS", [](const Gemm& gemm) { baseline::openblas::multiply(gemm); }});
    }
    return all;
}

void check_all(const std::vector<Shape>& shapes) {
    for (const Named& version : all_versions()) {
        for (const Shape& s : shapes) {
            CAPTURE(version.name);
            CAPTURE(s.m);
            CAPTURE(s.n);
            CAPTURE(s.k);
            CAPTURE(s.alpha);
            CAPTURE(s.beta);
            CHECK(defect(version.run, s) == "");
        }
    }
}

}  // namespace

TEST_CASE("products of any size are right: one, primes, one more and one less than a tile, rectangles") {
    check_all({{1, 1, 1},    {1, 1, 1000},   {1, 100, 3},    {100, 1, 3},    {2, 3, 5},     {5, 15, 7},
               {6, 16, 8},   {7, 17, 9},     {12, 32, 20},   {13, 33, 21},   {31, 33, 32},  {33, 31, 33},
               {64, 64, 64}, {97, 101, 103}, {144, 48, 520}, {145, 257, 19}, {50, 49, 100}, {100, 100, 100},
               {4, 49, 3},   {5, 50, 531},   {67, 51, 6},    {131, 148, 37}, {3, 500, 41}});
}

TEST_CASE("an empty product: C is not there, or is beta * C") {
    check_all({{0, 0, 0},
               {0, 5, 5},
               {5, 0, 5},
               {5, 7, 0},
               {5, 7, 0, 1, 2},
               {5, 7, 0, 1, 1},
               {33, 31, 0, 2, -0.5f, 3, 1}});
}

TEST_CASE("alpha and beta, and a C full of NaN that beta = 0 does not read") {
    for (const float alpha : {1.0f, 0.0f, -2.5f}) {
        for (const float beta : {0.0f, 1.0f, -0.5f})
            check_all({{37, 41, 43, alpha, beta}, {13, 18, 1, alpha, beta}, {37, 64, 43, alpha, beta}});
    }
}

TEST_CASE("leading dimensions and unaligned matrices; nothing between the rows of C is written") {
    check_all({{35, 37, 39, 1, 0, 1, 0},
               {35, 37, 39, 1, 0, 13, 1},
               {36, 64, 64, 2, 1, 3, 1},
               {12, 32, 40, 1, 1, 0, 3},
               {43, 66, 39, 2, 0, 3, 1}});
}

TEST_CASE("panels of more rows and columns than are packed at a time") {
    for (const Named& version : {blocked(multiply::runnable_kernels().front(), {144, 512}, 2, Reads::Panels),
                                 blocked(&multiply::kPortable, {144, 512}, 2, Reads::Panels)}) {
        CAPTURE(version.name);
        CHECK(defect(version.run, {4099, 5, 9, 1, 1}) == "");
        CHECK(defect(version.run, {5, 8200, 9, 1, 1}) == "");
        CHECK(defect(version.run, {4100, 4101, 2}) == "");
    }
}

TEST_CASE("any number of threads, more than rows too, packed or in place, and C has the same bits") {
    for (const multiply::Kernel* kernel : multiply::runnable_kernels()) {
        // Of 260 rows, strips of B are copied on one thread.
        for (const auto& [rows, cols] : {std::pair{131, 129}, {131, 132}, {131, 137}, {260, 132}}) {
            std::vector<float> first;
            for (const Reads reads : {Reads::Panels, Reads::InPlace}) {
                for (const int threads : {1, 2, 3, 4, 7, 8, 16, 40}) {
                    const Named version = blocked(kernel, kSmallBlocks, threads, reads);
                    CAPTURE(version.name);
                    CAPTURE(rows);
                    CAPTURE(cols);
                    Matrices matrices({static_cast<std::size_t>(rows), static_cast<std::size_t>(cols), 139});
                    version.run(matrices.gemm());
                    if (first.empty()) first = matrices.c;
                    CHECK(std::memcmp(matrices.c.data(), first.data(), first.size() * sizeof(float)) == 0);
                }
            }
        }
    }
    for (const int threads : {1, 2, 3, 4, 7, 8, 16, 40}) {
        CAPTURE(threads);
        const Multiply openmp = [=](const Gemm& gemm) { baseline::multiply_openmp(gemm, threads); };
        CHECK(defect(openmp, {31, 33, 29, 1, 0.5f}) == "");
        CHECK(defect(openmp, {1, 1, 1}) == "");
    }
}

TEST_CASE("in place: as many columns as a tile, rows for each thread, and nothing added twice") {
    const multiply::Kernel& kernel = multiply::kPortable;  // tiles of 6 x 8 floats, vectors of 4
    const auto in_place = [&](std::size_t m, std::size_t n, float beta, int threads, std::size_t k = 5) {
        Matrices matrices({m, n, k, 1, beta});
        return multiply::can_be_in_place(matrices.gemm(), {&kernel, kSmallBlocks, threads});
    };
    CHECK(in_place(100, 8, 0, 1));
    CHECK_FALSE(in_place(100, 7, 0, 1));
    CHECK(in_place(12, 9, 0, 3, 10000));
    CHECK_FALSE(in_place(11, 9, 0, 3, 10000));
    CHECK(in_place(11, 9, 0, 3));  // so little that one thread computes it
    // Nine columns are two vectors and one column, which its vector shares with the one before.
    CHECK(in_place(100, 9, 0, 1));
    CHECK_FALSE(in_place(100, 9, 1, 1));
    CHECK(in_place(100, 12, 1, 1));
}

TEST_CASE("a small product gets no more threads than pay, and any product at least one") {
    const auto threads = [](std::size_t n, std::size_t allowed) {
        return multiply::threads_that_pay(Matrices({n, n, n}).gemm(), allowed);
    };
    CHECK(threads(0, 16) == 1);
    CHECK(threads(1, 1) == 1);
    CHECK(threads(79, 16) == 1);
    CHECK(threads(80, 16) == 8);
    CHECK(threads(100, 16) == 16);
    CHECK(threads(100, 20) == 16);
    CHECK(threads(100, 2) == 2);
    CHECK(threads(127, 16) == 16);
}

TEST_CASE("every row is one thread's, also where threads do not divide the rows") {
    for (const std::size_t m : {0, 1, 3, 31, 1000, 1003}) {
        for (const std::size_t threads : {1, 2, 3, 4, 7, 8, 1024}) {
            std::size_t next = 0;
            for (std::size_t t = 0; t < threads; ++t) {
                const baseline::Rows rows = baseline::rows_of(m, threads, t);
                CHECK(rows.first == next);
                CHECK(rows.end - rows.first <= m / threads + 1);
                CHECK(rows.end - rows.first >= m / threads);
                next = rows.end;
            }
            CHECK(next == m);
        }
    }
}

// m x n x k, with the value in row 17 of A and in the last column of B.
static void check_special_values(std::size_t m, std::size_t n, std::size_t k) {
    for (const Named& version : all_versions()) {
        for (const float value : {kNan, kInfinity, -kInfinity}) {
            CAPTURE(version.name);
            CAPTURE(value);
            Matrices matrices({m, n, k});
            for (float& b : matrices.b) b = std::fabs(b) + 0.5f;
            matrices.a[17 * k + k - 1] = value;
            version.run(matrices.gemm());
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < matrices.c.size(); ++i) {
                const float c = matrices.c[i];
                const bool as_value = std::isnan(value) ? std::isnan(c) : c == value;
                wrong += (i / n == 17 ? as_value : std::isfinite(c)) ? 0 : 1;
            }
            CHECK(wrong == 0);

            Matrices others({m, n, k});
            for (float& a : others.a) a = std::fabs(a) + 0.5f;
            others.b[20 * n + n - 1] = value;
            version.run(others.gemm());
            wrong = 0;
            for (std::size_t i = 0; i < others.c.size(); ++i) {
                const float c = others.c[i];
                const bool as_value = std::isnan(value) ? std::isnan(c) : c == value;
                wrong += (i % n == n - 1 ? as_value : std::isfinite(c)) ? 0 : 1;
            }
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("a NaN or an infinity in A is in its row of C, one in B in its column, and nowhere else") {
    check_special_values(37, 35, 41);
    check_special_values(37, 50, 43);
}

TEST_CASE("alpha = 0 is a factor like any other: a NaN in A reaches C") {
    for (const Named& version : all_versions()) {
        if (version.name == "OpenBLAS") continue;  // it does not read A and B if alpha is 0
        CAPTURE(version.name);
        Matrices matrices({7, 19, 5, 0});
        matrices.a[0] = kNan;
        version.run(matrices.gemm());
        CHECK(std::isnan(matrices.c[0]));
        CHECK(matrices.c[19] == 0);
    }
}

TEST_CASE("the portable kernel is there on every CPU, and the fastest comes first") {
    const auto kernels = multiply::runnable_kernels();
    REQUIRE(!kernels.empty());
    CHECK(kernels.back() == &multiply::kPortable);
    CHECK(multiply::default_plan().kernel == kernels.front());
}
