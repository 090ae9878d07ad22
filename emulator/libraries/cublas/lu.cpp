// See lu.hpp.
#include "emulator/libraries/cublas/lu.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

#include "emulator/libraries/cublas/call.hpp"
#include "emulator/runtime/library_calls.hpp"

namespace simt::cublas {
namespace {

constexpr s64 kMostToInvert = 32;  // of matinv

// A matrix of the CPU.
template <class T>
struct Square {
    T* first;
    s64 ld;
    T& operator()(s64 row, s64 column) const { return first[row + column * ld]; }
};

// Addresses on the device of `count` matrices.
std::vector<u64> places(Memory& memory, const char* name, const Matrices& of, s64 count) {
    const auto* const list = static_cast<const u64*>(
        memory.bytes(name, of.list, static_cast<u64>(count) * sizeof(u64), Use::Read));
    return {list, list + count};
}

template <class T>
std::vector<Square<T>> use(Memory& memory, const char* name, Type type, const std::vector<u64>& places,
                           s64 rows, s64 columns, s64 ld, Use use) {
    std::vector<Square<T>> all;
    for (const u64 place : places)
        all.push_back({static_cast<T*>(memory.matrix(name, reinterpret_cast<const void*>(place), type, rows,
                                                     columns, ld, use)),
                       ld});
    return all;
}

// pivots[i], from 1 on: the row with which row i was exchanged. nullptr stays nullptr: no row was.
const int* use_pivots(Memory& memory, const int* pivots, s64 n, s64 count) {
    if (pivots == nullptr || n == 0) return nullptr;
    const auto* const all = static_cast<const int*>(
        memory.bytes("array of pivots", pivots, static_cast<u64>(n * count) * sizeof(int), Use::Read));
    for (s64 k = 0; k < n * count; ++k)
        if (all[k] < 1 || all[k] > n)
            simt_library_refuse(
                fmt::format("pivot {} of matrix {} is {}, which is no row of 1 to {}: pass "
                            "what getrfBatched wrote, n pivots for each matrix",
                            k % n, k / n, all[k], n));
    return all;
}

int* use_info(Memory& memory, int* info, s64 count) {
    return static_cast<int*>(
        memory.bytes("info array", info, static_cast<u64>(count) * sizeof(int), Use::Write));
}

// The matrices of one operand: rows x columns elements at each place.
struct InBatch {
    const char* name;
    const std::vector<u64>& places;
    s64 rows, columns, ld;
    bool written;
};

// An address that two matrices share; 0 if they share none. Their columns may lie between each other's.
u64 shared(const InBatch& one, u64 first, const InBatch& other, u64 second, u64 size) {
    for (s64 i = 0, j = 0; i < one.columns && j < other.columns;) {
        const u64 left = first + static_cast<u64>(i * one.ld) * size,
                  right = second + static_cast<u64>(j * other.ld) * size,
                  left_end = left + static_cast<u64>(one.rows) * size,
                  right_end = right + static_cast<u64>(other.rows) * size;
        if (left < right_end && right < left_end) return std::max(left, right);
        ++(left < right ? i : j);
    }
    return 0;
}

// A finding if a matrix that the call writes shares elements with another one, since all are computed at the same time.
void check_apart(std::initializer_list<InBatch> operands, Type type) {
    struct Matrix {
        u64 place, end;
        const InBatch* of;
        std::size_t number;
    };
    std::vector<Matrix> all;
    for (const InBatch& operand : operands) {
        const auto elements = static_cast<u64>((operand.columns - 1) * operand.ld + operand.rows);
        for (std::size_t k = 0; k < operand.places.size(); ++k)
            all.push_back({operand.places[k], operand.places[k] + elements * size_of(type), &operand, k});
    }
    std::ranges::sort(all, {}, &Matrix::place);
    for (auto one = all.begin(); one != all.end(); ++one) {
        for (auto other = one + 1; other != all.end() && other->place < one->end; ++other) {
            if (!one->of->written && !other->of->written) continue;
            const u64 at = shared(*one->of, one->place, *other->of, other->place, size_of(type));
            if (at != 0)
                simt_library_refuse(fmt::format(
                    "{} (number {} of the batch) and {} (number {}) share the element at {:#x}, and the "
                    "call writes it: give each matrix memory of its own",
                    one->of->name, one->number, other->of->name, other->number, at));
        }
    }
}

// P A = L U, column by column to the right; every step rounds to T, as on the device. Returns the first k, from 1 on, for which
// U(k, k) is 0; else 0. A pivot is the first element with the largest magnitude; a NaN is chosen only if it stands there already.
template <class T>
int factorise(const Square<T>& a, s64 n, int* pivots) {
    int info = 0;
    for (s64 k = 0; k < n; ++k) {
        if (pivots != nullptr) {
            s64 pivot = k;
            for (s64 i = k + 1; i < n; ++i)
                if (std::fabs(a(i, k)) > std::fabs(a(pivot, k))) pivot = i;
            pivots[k] = static_cast<int>(pivot + 1);
            if (pivot != k)
                for (s64 j = 0; j < n; ++j) std::swap(a(k, j), a(pivot, j));
        }
        if (a(k, k) == 0) {
            if (info == 0) info = static_cast<int>(k + 1);
            continue;
        }
        for (s64 i = k + 1; i < n; ++i) a(i, k) /= a(k, k);
        for (s64 j = k + 1; j < n; ++j)
            for (s64 i = k + 1; i < n; ++i) a(i, j) = std::fma(-a(i, k), a(k, j), a(i, j));
    }
    return info;
}

// x = op(A)^-1 x for one column, from the factors of A.
template <class T>
void solve(const Square<T>& lu, s64 n, const int* pivots, bool transposed, T* x) {
    const auto exchange = [&](s64 i) {
        if (pivots != nullptr) std::swap(x[i], x[pivots[i] - 1]);
    };
    // Row i of a triangle: what its known terms leave of x[i].
    const auto rest = [&](s64 i, s64 from, s64 to) {
        T sum = x[i];
        for (s64 p = from; p < to; ++p) sum = std::fma(-(transposed ? lu(p, i) : lu(i, p)), x[p], sum);
        return sum;
    };
    if (!transposed) {
        for (s64 i = 0; i < n; ++i) exchange(i);
        for (s64 i = 0; i < n; ++i) x[i] = rest(i, 0, i);
        for (s64 i = n; i-- > 0;) x[i] = rest(i, i + 1, n) / lu(i, i);
    } else {
        for (s64 i = 0; i < n; ++i) x[i] = rest(i, 0, i) / lu(i, i);
        for (s64 i = n; i-- > 0;) x[i] = rest(i, i + 1, n);
        for (s64 i = n; i-- > 0;) exchange(i);
    }
}

// The first k, from 1 on, for which U(k, k) is 0; else 0.
template <class T>
int first_zero(const Square<T>& lu, s64 n) {
    for (s64 k = 0; k < n; ++k)
        if (lu(k, k) == 0) return static_cast<int>(k + 1);
    return 0;
}

template <class T>
void invert(const Square<T>& lu, s64 n, const int* pivots, const Square<T>& c) {
    for (s64 j = 0; j < n; ++j) {
        for (s64 i = 0; i < n; ++i) c(i, j) = i == j ? T{1} : T{0};
        solve(lu, n, pivots, false, &c(0, j));
    }
}

}  // namespace

Status getrf_batched(const char* name, Handle* handle, Type type, s64 n, const Matrices& a, int* pivots,
                     int* info, s64 count) {
    return call(name, handle, [&](Handle& with) {
        check_at_least("n", n, 0);
        check_at_least("lda", a.ld, n);
        check_at_least("batchSize", count, 0);
        if (n == 0 || count == 0) return;
        work(with.stream, false, [=](Memory& memory) {
            with_float(type, [&](auto element) {
                using T = decltype(element);
                const std::vector<u64> in = places(memory, "array of pointers to A", a, count);
                const auto all = use<T>(memory, "matrix A", type, in, n, n, a.ld, Use::Update);
                check_apart({{"matrix A", in, n, n, a.ld, true}}, type);
                int* const results = use_info(memory, info, count);
                auto* const exchanged = pivots == nullptr
                                            ? nullptr
                                            : static_cast<int*>(memory.bytes(
                                                  "array of pivots", pivots,
                                                  static_cast<u64>(n * count) * sizeof(int), Use::Write));
#pragma omp parallel for schedule(static)
                for (s64 k = 0; k < count; ++k)
                    results[k] = factorise(all[static_cast<std::size_t>(k)], n,
                                           exchanged == nullptr ? nullptr : exchanged + k * n);
            });
        });
    });
}

Status getri_batched(const char* name, Handle* handle, Type type, s64 n, const Matrices& a, const int* pivots,
                     const Matrices& c, int* info, s64 count) {
    return call(name, handle, [&](Handle& with) {
        check_at_least("n", n, 0);
        check_at_least("lda", a.ld, n);
        check_at_least("ldc", c.ld, n);
        check_at_least("batchSize", count, 0);
        if (n == 0 || count == 0) return;
        work(with.stream, false, [=](Memory& memory) {
            with_float(type, [&](auto element) {
                using T = decltype(element);
                const std::vector<u64> from = places(memory, "array of pointers to A", a, count),
                                       to = places(memory, "array of pointers to C", c, count);
                const auto factors = use<T>(memory, "matrix A", type, from, n, n, a.ld, Use::Read),
                           inverses = use<T>(memory, "matrix C", type, to, n, n, c.ld, Use::Write);
                check_apart({{"matrix A", from, n, n, a.ld, false}, {"matrix C", to, n, n, c.ld, true}},
                            type);
                const int* const exchanged = use_pivots(memory, pivots, n, count);
                int* const results = use_info(memory, info, count);
#pragma omp parallel for schedule(static)
                for (s64 k = 0; k < count; ++k) {
                    const auto at = static_cast<std::size_t>(k);
                    results[k] = first_zero(factors[at], n);
                    invert(factors[at], n, exchanged == nullptr ? nullptr : exchanged + k * n, inverses[at]);
                }
            });
        });
    });
}

Status matinv_batched(const char* name, Handle* handle, Type type, s64 n, const Matrices& a,
                      const Matrices& c, int* info, s64 count) {
    return call(name, handle, [&](Handle& with) {
        check_at_least("n", n, 0);
        check_at_least("lda", a.ld, n);
        check_at_least("lda_inv", c.ld, n);
        check_at_least("batchSize", count, 0);
        if (n == 0 || count == 0) return;
        if (n > kMostToInvert)
            refuse(kInvalidValue,
                   "n is {}: it may be at most {}; for larger matrices call getrfBatched, then getriBatched",
                   n, kMostToInvert);
        work(with.stream, false, [=](Memory& memory) {
            with_float(type, [&](auto element) {
                using T = decltype(element);
                const std::vector<u64> from = places(memory, "array of pointers to A", a, count),
                                       to = places(memory, "array of pointers to Ainv", c, count);
                const auto matrices = use<T>(memory, "matrix A", type, from, n, n, a.ld, Use::Read),
                           inverses = use<T>(memory, "matrix Ainv", type, to, n, n, c.ld, Use::Write);
                check_apart({{"matrix A", from, n, n, a.ld, false}, {"matrix Ainv", to, n, n, c.ld, true}},
                            type);
                int* const results = use_info(memory, info, count);
#pragma omp parallel for schedule(static)
                for (s64 k = 0; k < count; ++k) {
                    const auto at = static_cast<std::size_t>(k);
                    std::vector<T> copy(static_cast<std::size_t>(n * n));
                    std::vector<int> pivots(static_cast<std::size_t>(n));
                    const Square<T> factors{copy.data(), n};
                    for (s64 j = 0; j < n; ++j)
                        for (s64 i = 0; i < n; ++i) factors(i, j) = matrices[at](i, j);
                    results[k] = factorise(factors, n, pivots.data());
                    invert(factors, n, pivots.data(), inverses[at]);
                }
            });
        });
    });
}

Status getrs_batched(const char* name, Handle* handle, Type type, Operation trans, s64 n, s64 right_sides,
                     const Matrices& a, const int* pivots, const Matrices& b, int* info, s64 count) {
    return call(name, handle, [&](Handle& with) {
        check_pointer("info", info);
        if (simt_library_is_device(info))
            refuse(kInvalidValue,
                   "info is an address of the device, and {} writes it on the host: pass a host variable",
                   name);
        *info = 0;
        const auto check = [&](int parameter, const auto& body) {
            *info = -parameter;
            body();
            *info = 0;
        };
        check(1, [&] { check_choice("trans", trans, kConjugateTransposed); });
        check(2, [&] { check_at_least("n", n, 0); });
        check(3, [&] { check_at_least("nrhs", right_sides, 0); });
        check(5, [&] { check_at_least("lda", a.ld, std::max<s64>(1, n)); });
        check(8, [&] { check_at_least("ldb", b.ld, std::max<s64>(1, n)); });
        if (n == 0 || right_sides == 0) return;
        if (count < 1)
            refuse(kExecutionFailed,
                   "batchSize is {}: there must be a matrix, else NVIDIA's launch fails, too", count);
        work(with.stream, false, [=](Memory& memory) {
            with_float(type, [&](auto element) {
                using T = decltype(element);
                const std::vector<u64> from = places(memory, "array of pointers to A", a, count),
                                       to = places(memory, "array of pointers to B", b, count);
                const auto factors = use<T>(memory, "matrix A", type, from, n, n, a.ld, Use::Read),
                           sides = use<T>(memory, "matrix B", type, to, n, right_sides, b.ld, Use::Update);
                check_apart(
                    {{"matrix A", from, n, n, a.ld, false}, {"matrix B", to, n, right_sides, b.ld, true}},
                    type);
                const int* const exchanged = use_pivots(memory, pivots, n, count);
#pragma omp parallel for schedule(static)
                for (s64 k = 0; k < count; ++k) {
                    const auto at = static_cast<std::size_t>(k);
                    for (s64 j = 0; j < right_sides; ++j)
                        solve(factors[at], n, exchanged == nullptr ? nullptr : exchanged + k * n,
                              trans != kPlain, &sides[at](0, j));
                }
            });
        });
    });
}

}  // namespace simt::cublas
