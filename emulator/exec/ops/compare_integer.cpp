// Comparisons of integers: setp (a predicate), set (all ones or 1.0f).
//
// PTX ISA 9.0, section 9.7.6. The decoder composes the forms with a second predicate and those that combine with one.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/isa/compare.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <class T>
bool eq(T a, T b) {
    return a == b;
}
template <class T>
bool ne(T a, T b) {
    return a != b;
}
template <class T>
bool lt(T a, T b) {
    return a < b;
}
template <class T>
bool le(T a, T b) {
    return a <= b;
}
template <class T>
bool gt(T a, T b) {
    return a > b;
}
template <class T>
bool ge(T a, T b) {
    return a >= b;
}

// The values that set writes for true and for false.
template <auto F, class T>
u32 set_ones(T a, T b) {
    return F(a, b) ? ~0u : 0u;
}
template <auto F, class T>
float set_float(T a, T b) {
    return F(a, b) ? 1.0f : 0.0f;
}

#define COMPARE_ROWS(name, function, type, T)                                                           \
    bind<function<T>>("setp." name "." type), bind<set_ones<function<T>, T>>("set." name ".u32." type), \
        bind<set_ones<function<T>, T>>("set." name ".s32." type),                                       \
        bind<set_float<function<T>, T>>("set." name ".f32." type)
#define EQUALITY_ROWS(type, T) COMPARE_ROWS("eq", eq, type, T), COMPARE_ROWS("ne", ne, type, T)
#define ORDER_ROWS(type, T)                                                                   \
    EQUALITY_ROWS(type, T), COMPARE_ROWS("lt", lt, type, T), COMPARE_ROWS("le", le, type, T), \
        COMPARE_ROWS("gt", gt, type, T), COMPARE_ROWS("ge", ge, type, T)
// Unsigned comparisons have other names too: lower, lower or same, higher, higher or same.
#define UNSIGNED_ROWS(type, T)                                                             \
    ORDER_ROWS(type, T), COMPARE_ROWS("lo", lt, type, T), COMPARE_ROWS("ls", le, type, T), \
        COMPARE_ROWS("hi", gt, type, T), COMPARE_ROWS("hs", ge, type, T)

constexpr Binding kBindings[] = {
    EQUALITY_ROWS("b16", u16), EQUALITY_ROWS("b32", u32), EQUALITY_ROWS("b64", u64),
    UNSIGNED_ROWS("u16", u16), UNSIGNED_ROWS("u32", u32), UNSIGNED_ROWS("u64", u64),
    ORDER_ROWS("s16", s16),    ORDER_ROWS("s32", s32),    ORDER_ROWS("s64", s64),
};

}  // namespace

std::span<const Handler> compare_integer_handlers() {
    return handlers<isa::compare_integer_forms, kBindings>();
}

}  // namespace simt::exec::SIMT_ISA
