// See vectors.hpp.
#include "emulator/libraries/cublas/vectors.hpp"

#include <cmath>
#include <cstring>
#include <functional>

#include "emulator/libraries/cublas/call.hpp"

namespace simt::cublas {
namespace {

void check_types(std::initializer_list<Type> types) {
    for (const Type type : types)
        if (!with_real(type, [](auto) {}))
            refuse(kNotSupported,
                   "the type {} (of cudaDataType) is not supported by the emulator: use CUDA_R_32F, "
                   "CUDA_R_64F, CUDA_R_16F or CUDA_R_16BF",
                   static_cast<int>(type));
}

// Calls visit with the elements of the vector, which the work has asked for.
template <class Visit>
void with_elements(Memory& memory, const char* name, const X& x, s64 n, Use use, const Visit& visit) {
    void* const first = memory.vector({name, x.first, x.type, n, x.increment}, use);
    with_real(x.type, [&](auto element) {
        visit(Elements<decltype(element)>{static_cast<decltype(element)*>(first), n, x.increment});
    });
}

using Reduce = std::function<double(Memory&)>;

// A call whose result is one number.
Status reduction(const char* name, Handle* handle, const X& x, const X* y, void* pointer, Type type,
                 bool empty, const Reduce& reduce) {
    return call(name, handle, [&](Handle& with) {
        check_types({x.type, y ? y->type : x.type, type});
        const Result where = result(with.pointers, pointer, size_of(type));
        work(with.stream, where.waits(), [=](Memory& memory) {
            void* const place = where.place(memory);
            const double number = empty ? 0 : reduce(memory);
            with_real(type, [&](auto element) {
                *static_cast<decltype(element)*>(place) = rounded<decltype(element)>(number);
            });
        });
    });
}

// The sum of what `term` makes of each element of x, in their order. long double neither overflows nor underflows where squares
// of doubles do.
template <class Term>
long double sum_over(Memory& memory, const X& x, s64 n, const Term& term) {
    long double sum = 0;
    with_elements(memory, "vector x", x, n, Use::Read, [&](auto element) {
        for (s64 k = 0; k < n; ++k) sum += term(static_cast<long double>(value(element(k))));
    });
    return sum;
}

}  // namespace

Status axpy(const char* name, Handle* handle, s64 n, const void* alpha, Type alpha_type, const X& x,
            const X& y) {
    return call(name, handle, [&](Handle& with) {
        check_types({alpha_type, x.type, y.type});
        const Scalar number = scalar(with.pointers, "alpha", alpha, alpha_type);
        if (n <= 0) return;
        work(with.stream, false, [=](Memory& memory) {
            const double factor = memory.number(number);
            if (factor == 0) return;
            with_elements(memory, "vector x", x, n, Use::Read, [&](auto from) {
                with_elements(memory, "vector y", y, n, Use::Update, [&](auto to) {
                    using Element = std::remove_reference_t<decltype(to(0))>;
                    for (s64 k = 0; k < n; ++k)
                        to(k) = rounded<Element>(factor * double{value(from(k))} + double{value(to(k))});
                });
            });
        });
    });
}

Status scale(const char* name, Handle* handle, s64 n, const void* alpha, Type alpha_type, const X& x) {
    return call(name, handle, [&](Handle& with) {
        check_types({alpha_type, x.type});
        const Scalar number = scalar(with.pointers, "alpha", alpha, alpha_type);
        if (n <= 0 || x.increment <= 0) return;
        work(with.stream, false, [=](Memory& memory) {
            const double factor = memory.number(number);
            with_elements(memory, "vector x", x, n, Use::Update, [&](auto element) {
                using Element = std::remove_reference_t<decltype(element(0))>;
                for (s64 k = 0; k < n; ++k) element(k) = rounded<Element>(factor * double{value(element(k))});
            });
        });
    });
}

namespace {

// Calls each(from, to) with the bytes of x's and y's elements, which have the same type.
Status pairwise(const char* name, Handle* handle, s64 n, const X& x, const X& y, Use use,
                void (*each)(u8* from, u8* to, u64 size)) {
    return call(name, handle, [&](Handle& with) {
        check_types({x.type, y.type});
        if (x.type != y.type) refuse(kNotSupported, "x and y have different types");
        if (n <= 0) return;
        work(with.stream, false, [=](Memory& memory) {
            with_elements(memory, "vector x", x, n, use, [&](auto from) {
                with_elements(memory, "vector y", y, n, use == Use::Read ? Use::Write : use, [&](auto to) {
                    for (s64 k = 0; k < n; ++k)
                        each(reinterpret_cast<u8*>(&from(k)), reinterpret_cast<u8*>(&to(k)), sizeof to(k));
                });
            });
        });
    });
}

}  // namespace

Status copy(const char* name, Handle* handle, s64 n, const X& x, const X& y) {
    return pairwise(name, handle, n, x, y, Use::Read,
                    [](u8* from, u8* to, u64 size) { std::memmove(to, from, size); });
}

Status swap(const char* name, Handle* handle, s64 n, const X& x, const X& y) {
    return pairwise(name, handle, n, x, y, Use::Update, [](u8* from, u8* to, u64 size) {
        for (u64 k = 0; k < size; ++k) std::swap(from[k], to[k]);
    });
}

Status dot(const char* name, Handle* handle, s64 n, const X& x, const X& y, void* result, Type type) {
    return reduction(name, handle, x, &y, result, type, n <= 0, [=](Memory& memory) {
        double sum = 0;
        with_elements(memory, "vector x", x, n, Use::Read, [&](auto left) {
            with_elements(memory, "vector y", y, n, Use::Read, [&](auto right) {
                for (s64 k = 0; k < n; ++k) sum += double{value(left(k))} * double{value(right(k))};
            });
        });
        return sum;
    });
}

Status norm(const char* name, Handle* handle, s64 n, const X& x, void* result, Type type) {
    return reduction(name, handle, x, nullptr, result, type, n <= 0 || x.increment <= 0, [=](Memory& memory) {
        return static_cast<double>(std::sqrt(sum_over(memory, x, n, [](long double a) { return a * a; })));
    });
}

Status absolute_sum(const char* name, Handle* handle, s64 n, const X& x, void* result, Type type) {
    return reduction(name, handle, x, nullptr, result, type, n <= 0 || x.increment <= 0, [=](Memory& memory) {
        return static_cast<double>(sum_over(memory, x, n, [](long double a) { return std::fabs(a); }));
    });
}

Status index_of(const char* name, Handle* handle, s64 n, const X& x, bool largest, void* pointer, u64 bytes) {
    return call(name, handle, [&](Handle& with) {
        check_types({x.type});
        const Result where = result(with.pointers, pointer, bytes);
        work(with.stream, where.waits(), [=](Memory& memory) {
            void* const place = where.place(memory);
            s64 best = 0;
            if (n > 0 && x.increment > 0)
                with_elements(memory, "vector x", x, n, Use::Read, [&](auto element) {
                    double extreme = std::nan("");
                    for (s64 k = 0; k < n; ++k) {
                        const double magnitude = std::fabs(double{value(element(k))});
                        if (best == 0 || (std::isnan(extreme) && !std::isnan(magnitude)) ||
                            (largest ? magnitude > extreme : magnitude < extreme)) {
                            best = k + 1;
                            extreme = magnitude;
                        }
                    }
                });
            std::memcpy(place, &best, bytes);  // little-endian
        });
    });
}

}  // namespace simt::cublas
