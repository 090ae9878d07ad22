// See matrices.hpp.
#include "emulator/libraries/cublas/matrices.hpp"

#include <algorithm>
#include <tuple>

#include "emulator/libraries/cublas/call.hpp"
#include "emulator/libraries/cublas/gemm.hpp"
#include "emulator/libraries/cublas/product.hpp"

namespace simt::cublas {
namespace {

// A matrix of the CPU.
template <class T>
struct Columns {
    T* first;
    s64 ld;
    T& operator()(s64 row, s64 column) const { return first[row + column * ld]; }
};

template <class T>
Columns<T> use(Memory& memory, const char* name, Type type, const A& a, s64 rows, s64 columns, Use use) {
    return {static_cast<T*>(memory.matrix(name, a.first, type, rows, columns, a.ld, use)), a.ld};
}
template <class T>
Elements<T> use(Memory& memory, const char* name, const X& x, s64 count, Use use) {
    return {static_cast<T*>(memory.vector({name, x.first, x.type, count, x.increment}, use)), count,
            x.increment};
}

// The triangle of an n x n matrix, column by column, with its diagonal or without. What is not in it is not used.
template <class T>
Columns<T> use_triangle(Memory& memory, const char* name, Type type, const A& a, FillMode fill,
                        Diagonal diagonal, s64 n, Use use) {
    T* first = nullptr;
    const s64 without = diagonal == kUnit ? 1 : 0;
    for (s64 j = 0; j < n; ++j) {
        const s64 row = fill == kUpper ? 0 : j + without, rows = fill == kUpper ? j + 1 - without : n - row;
        const u64 address = reinterpret_cast<u64>(a.first) + static_cast<u64>(row + j * a.ld) * sizeof(T);
        auto* const part = static_cast<T*>(
            memory.matrix(name, reinterpret_cast<const void*>(address), type, rows, 1, a.ld, use));
        if (part != nullptr && first == nullptr) first = part - (row + j * a.ld);
    }
    return {first, a.ld};
}

void check_leading(const char* name, s64 ld, s64 rows) { check_at_least(name, ld, std::max<s64>(1, rows)); }
void check_increment(const char* name, s64 increment) {
    if (increment == 0) refuse(kInvalidValue, "{} is 0", name);
}

}  // namespace

Status gemv(const char* name, Handle* handle, Type type, Operation trans, s64 m, s64 n, const void* alpha,
            const A& a, const X& x, const void* beta, const X& y) {
    return call(name, handle, [&](Handle& with) {
        check_choice("trans", trans, kConjugateTransposed);
        check_at_least("m", m, 0);
        check_at_least("n", n, 0);
        check_leading("lda", a.ld, m);
        check_increment("incx", x.increment);
        check_increment("incy", y.increment);
        const Scalar first = scalar(with.pointers, "alpha", alpha, type),
                     second = scalar(with.pointers, "beta", beta, type);
        if (m == 0 || n == 0) return;
        work(with.stream, false, [=](Memory& memory) {
            with_float(type, [&](auto element) {
                using T = decltype(element);
                const double factor = memory.number(first), old = memory.number(second);
                const bool plain = trans == kPlain;
                const s64 terms = factor == 0 ? 0 : plain ? n : m, count = plain ? m : n;
                Columns<T> matrix{};
                Elements<T> from{};
                if (terms != 0) {
                    matrix = use<T>(memory, "matrix A", type, a, m, n, Use::Read);
                    from = use<T>(memory, "vector x", x, terms, Use::Read);
                }
                const auto to = use<T>(memory, "vector y", y, count, old == 0 ? Use::Write : Use::Update);
#pragma omp parallel for schedule(static)
                for (s64 i = 0; i < count; ++i) {
                    double sum = 0;
                    for (s64 p = 0; p < terms; ++p)
                        sum += double{plain ? matrix(i, p) : matrix(p, i)} * double{from(p)};
                    to(i) = static_cast<T>(old == 0 ? factor * sum : factor * sum + old * double{to(i)});
                }
            });
        });
    });
}

Status ger(const char* name, Handle* handle, Type type, s64 m, s64 n, const void* alpha, const X& x,
           const X& y, const A& a) {
    return call(name, handle, [&](Handle& with) {
        check_at_least("m", m, 0);
        check_at_least("n", n, 0);
        check_leading("lda", a.ld, m);
        check_increment("incx", x.increment);
        check_increment("incy", y.increment);
        const Scalar number = scalar(with.pointers, "alpha", alpha, type);
        if (m == 0 || n == 0) return;
        work(with.stream, false, [=](Memory& memory) {
            with_float(type, [&](auto element) {
                using T = decltype(element);
                const double factor = memory.number(number);
                if (factor == 0) return;
                const auto left = use<T>(memory, "vector x", x, m, Use::Read),
                           right = use<T>(memory, "vector y", y, n, Use::Read);
                const auto to = use<T>(memory, "matrix A", type, a, m, n, Use::Update);
                for (s64 j = 0; j < n; ++j)
                    for (s64 i = 0; i < m; ++i)
                        to(i, j) =
                            static_cast<T>(double{to(i, j)} + factor * double{left(i)} * double{right(j)});
            });
        });
    });
}

Status geam(const char* name, Handle* handle, Type type, Operation trans_a, Operation trans_b, s64 m, s64 n,
            const void* alpha, const A& a, const void* beta, const A& b, const A& c) {
    return call(name, handle, [&](Handle& with) {
        check_choice("transa", trans_a, kConjugateTransposed);
        check_choice("transb", trans_b, kConjugateTransposed);
        check_at_least("m", m, 0);
        check_at_least("n", n, 0);
        check_leading("lda", a.ld, trans_a == kPlain ? m : n);
        check_leading("ldb", b.ld, trans_b == kPlain ? m : n);
        check_leading("ldc", c.ld, m);
        for (const auto& [source, trans, what] : {std::tuple(a, trans_a, "A"), std::tuple(b, trans_b, "B")})
            if (source.first == c.first && c.first != nullptr && (trans != kPlain || source.ld != c.ld))
                refuse(kInvalidValue,
                       "C is {}, which works only if {} is not transposed and their leading dimensions are "
                       "equal",
                       what, what);
        const Scalar first = scalar(with.pointers, "alpha", alpha, type),
                     second = scalar(with.pointers, "beta", beta, type);
        if (m == 0 || n == 0) return;
        work(with.stream, false, [=](Memory& memory) {
            with_float(type, [&](auto element) {
                using T = decltype(element);
                const double factors[] = {memory.number(first), memory.number(second)};
                const auto source = [&](const char* what, const A& from, Operation trans, double factor) {
                    if (factor == 0) return Columns<T>{};
                    return trans == kPlain ? use<T>(memory, what, type, from, m, n, Use::Read)
                                           : use<T>(memory, what, type, from, n, m, Use::Read);
                };
                const auto left = source("matrix A", a, trans_a, factors[0]),
                           right = source("matrix B", b, trans_b, factors[1]);
                const auto to = use<T>(memory, "matrix C", type, c, m, n, Use::Write);
                const auto term = [](const Columns<T>& from, Operation trans, double factor, s64 i, s64 j) {
                    return factor == 0 ? 0.0 : factor * double{trans == kPlain ? from(i, j) : from(j, i)};
                };
                for (s64 j = 0; j < n; ++j)
                    for (s64 i = 0; i < m; ++i)
                        to(i, j) = static_cast<T>(term(left, trans_a, factors[0], i, j) +
                                                  term(right, trans_b, factors[1], i, j));
            });
        });
    });
}

Status syrk(const char* name, Handle* handle, Type type, FillMode fill, Operation trans, s64 n, s64 k,
            const void* alpha, const A& a, const void* beta, const A& c) {
    return call(name, handle, [&](Handle& with) {
        check_choice("uplo", fill, kUpper);
        check_choice("trans", trans, kConjugateTransposed);
        check_at_least("n", n, 0);
        check_at_least("k", k, 0);
        check_leading("lda", a.ld, trans == kPlain ? n : k);
        check_leading("ldc", c.ld, n);
        const Scalar first = scalar(with.pointers, "alpha", alpha, type),
                     second = scalar(with.pointers, "beta", beta, type);
        if (n == 0) return;
        work(with.stream, false, [=](Memory& memory) {
            with_float(type, [&](auto element) {
                using T = decltype(element);
                const auto factor = static_cast<T>(memory.number(first)),
                           old = static_cast<T>(memory.number(second));
                const s64 terms = factor == 0 ? 0 : k;
                Columns<T> from{};
                if (terms != 0)
                    from = trans == kPlain ? use<T>(memory, "matrix A", type, a, n, k, Use::Read)
                                           : use<T>(memory, "matrix A", type, a, k, n, Use::Read);
                const auto to = use_triangle<T>(memory, "matrix C", type, c, fill, kNonUnit, n,
                                                old == 0 ? Use::Write : Use::Update);
                const auto store = [&](s64 row, s64 column, s64 rows, s64 columns, const T* sums) {
                    for (s64 j = 0; j < columns; ++j)
                        for (s64 i = 0; i < rows; ++i)
                            if (fill == kUpper ? row + i <= column + j : row + i >= column + j)
                                store_tile<T>(to.first, type, c.ld, factor, old, row + i, column + j, 1, 1,
                                              sums + i * kTileColumns<T> + j);
                };
                multiply<T>(n, n, terms, {from.first, type, a.ld, trans != kPlain},
                            {from.first, type, a.ld, trans == kPlain}, store);
            });
        });
    });
}

Status trsm(const char* name, Handle* handle, Type type, Side side, FillMode fill, Operation trans,
            Diagonal diagonal, s64 m, s64 n, const void* alpha, const A& a, const A& b) {
    return call(name, handle, [&](Handle& with) {
        check_choice("side", side, kRight);
        check_choice("uplo", fill, kUpper);
        check_choice("trans", trans, kConjugateTransposed);
        check_choice("diag", diagonal, kUnit);
        check_at_least("m", m, 0);
        check_at_least("n", n, 0);
        const s64 order = side == kLeft ? m : n, count = side == kLeft ? n : m;
        check_leading("lda", a.ld, order);
        check_leading("ldb", b.ld, m);
        const Scalar number = scalar(with.pointers, "alpha", alpha, type);
        if (m == 0 || n == 0) return;
        work(with.stream, false, [=](Memory& memory) {
            with_float(type, [&](auto element) {
                using T = decltype(element);
                const double factor = memory.number(number);
                const auto to =
                    use<T>(memory, "matrix B", type, b, m, n, factor == 0 ? Use::Write : Use::Update);
                Columns<T> from{};
                if (factor != 0)
                    from = use_triangle<T>(memory, "matrix A", type, a, fill, diagonal, order, Use::Read);
                // Solves L x = alpha b for each column of B, or row of B with the factor transposed. What is triangular has its
                // elements (i, p) with p < i if solved forwards.
                const bool transposed = (trans != kPlain) != (side == kRight);
                const bool forwards = (fill == kLower) != transposed;
#pragma omp parallel for schedule(static)
                for (s64 one = 0; one < count; ++one) {
                    const auto x = [&](s64 i) -> T& { return side == kLeft ? to(i, one) : to(one, i); };
                    for (s64 step = 0; step < order; ++step) {
                        const s64 i = forwards ? step : order - 1 - step;
                        if (factor == 0) {
                            x(i) = 0;
                            continue;
                        }
                        double sum = factor * double{x(i)};
                        for (s64 before = 0; before < step; ++before) {
                            const s64 p = forwards ? before : order - 1 - before;
                            sum -= double{transposed ? from(p, i) : from(i, p)} * double{x(p)};
                        }
                        x(i) = static_cast<T>(diagonal == kUnit ? sum : sum / double{from(i, i)});
                    }
                }
            });
        });
    });
}

Status dgmm(const char* name, Handle* handle, Type type, Side side, s64 m, s64 n, const A& a, const X& x,
            const A& c) {
    return call(name, handle, [&](Handle& with) {
        check_choice("mode", side, kRight);
        check_at_least("m", m, 0);
        check_at_least("n", n, 0);
        check_leading("lda", a.ld, m);
        check_leading("ldc", c.ld, m);
        if (m == 0 || n == 0) return;
        work(with.stream, false, [=](Memory& memory) {
            with_float(type, [&](auto element) {
                using T = decltype(element);
                const auto from = use<T>(memory, "matrix A", type, a, m, n, Use::Read);
                const auto factors = use<T>(memory, "vector x", x, side == kLeft ? m : n, Use::Read);
                const auto to = use<T>(memory, "matrix C", type, c, m, n, Use::Write);
                for (s64 j = 0; j < n; ++j)
                    for (s64 i = 0; i < m; ++i) to(i, j) = from(i, j) * factors(side == kLeft ? i : j);
            });
        });
    });
}

}  // namespace simt::cublas
