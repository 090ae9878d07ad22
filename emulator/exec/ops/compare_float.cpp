// Comparisons and tests of floating-point numbers: setp set testp.
//
// PTX ISA 9.0, sections 9.7.3 and 9.7.6. With a NaN operand eq to ge are false (ne too), and equ to geu are true. num
// asks whether both are numbers, nan whether one is not. The decoder composes the forms with a second predicate and
// those that combine with a predicate.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/float_math.hpp"
#include "emulator/isa/compare.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <class T>
bool is_unordered(T a, T b) {
    return a != a || b != b;
}

template <class T>
bool eq(T a, T b) {
    return a == b;
}
template <class T>
bool ne(T a, T b) {
    return a < b || a > b;
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
template <class T>
bool equ(T a, T b) {
    return !(a < b || a > b);
}
template <class T>
bool neu(T a, T b) {
    return a != b;
}
template <class T>
bool ltu(T a, T b) {
    return !(a >= b);
}
template <class T>
bool leu(T a, T b) {
    return !(a > b);
}
template <class T>
bool gtu(T a, T b) {
    return !(a <= b);
}
template <class T>
bool geu(T a, T b) {
    return !(a < b);
}
template <class T>
bool num(T a, T b) {
    return !is_unordered(a, b);
}
template <class T>
bool nan(T a, T b) {
    return is_unordered(a, b);
}

template <auto F>
bool flushed(float a, float b) {
    return F(flush(a), flush(b));
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

// testp examines the bits: it has no .ftz and treats a signalling NaN like a quiet one. Zero counts as a normal
// number.
template <class T>
struct Format;
template <>
struct Format<float> {
    static constexpr u32 kMagnitude = 0x7fffffffu, kInfinity = 0x7f800000u, kNormal = 0x00800000u;
};
template <>
struct Format<double> {
    static constexpr u64 kMagnitude = 0x7fffffffffffffffu, kInfinity = 0x7ff0000000000000u,
                         kNormal = 0x0010000000000000u;
};
template <class T>
auto magnitude(T a) {
    return bits_of(a) & Format<T>::kMagnitude;
}
template <class T>
bool is_finite(T a) {
    return magnitude(a) < Format<T>::kInfinity;
}
template <class T>
bool is_infinite(T a) {
    return magnitude(a) == Format<T>::kInfinity;
}
template <class T>
bool is_number(T a) {
    return magnitude(a) <= Format<T>::kInfinity;
}
template <class T>
bool is_not_a_number(T a) {
    return magnitude(a) > Format<T>::kInfinity;
}
template <class T>
bool is_normal(T a) {
    return magnitude(a) == 0 || (magnitude(a) >= Format<T>::kNormal && magnitude(a) < Format<T>::kInfinity);
}
template <class T>
bool is_subnormal(T a) {
    return magnitude(a) != 0 && magnitude(a) < Format<T>::kNormal;
}

#define SET_ROWS(opcode, function, type, T)                      \
    bind<set_ones<function, T>>("set." opcode ".u32." type),     \
        bind<set_ones<function, T>>("set." opcode ".s32." type), \
        bind<set_float<function, T>>("set." opcode ".f32." type)
#define COMPARE_ROWS(name, function)                                                           \
    bind<function<float>>("setp." name ".f32"), SET_ROWS(name, function<float>, "f32", float), \
        bind<flushed<function<float>>>("setp." name ".ftz.f32"),                               \
        SET_ROWS(name ".ftz", flushed<function<float>>, "f32", float),                         \
        bind<function<double>>("setp." name ".f64"), SET_ROWS(name, function<double>, "f64", double)
#define TEST_ROWS(name, function) \
    bind<function<float>>("testp." name ".f32"), bind<function<double>>("testp." name ".f64")

constexpr Binding kBindings[] = {
    COMPARE_ROWS("eq", eq),         COMPARE_ROWS("ne", ne),
    COMPARE_ROWS("lt", lt),         COMPARE_ROWS("le", le),
    COMPARE_ROWS("gt", gt),         COMPARE_ROWS("ge", ge),
    COMPARE_ROWS("equ", equ),       COMPARE_ROWS("neu", neu),
    COMPARE_ROWS("ltu", ltu),       COMPARE_ROWS("leu", leu),
    COMPARE_ROWS("gtu", gtu),       COMPARE_ROWS("geu", geu),
    COMPARE_ROWS("num", num),       COMPARE_ROWS("nan", nan),
    TEST_ROWS("finite", is_finite), TEST_ROWS("infinite", is_infinite),
    TEST_ROWS("number", is_number), TEST_ROWS("notanumber", is_not_a_number),
    TEST_ROWS("normal", is_normal), TEST_ROWS("subnormal", is_subnormal),
};

}  // namespace

std::span<const Handler> compare_float_handlers() { return handlers<isa::compare_float_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
