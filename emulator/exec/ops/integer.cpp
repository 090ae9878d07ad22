// Integer addition and related operations: add sub neg abs sad min max, 16 to 64 bits, wrapping or saturating.
//
// PTX ISA 9.0, section 9.7.1. Products are in multiply.cpp, quotients in divide.cpp, u16x2 and s16x2 in
// packed.cpp, carries in carry.cpp.
#include <type_traits>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/isa/integer.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// Wrapping arithmetic is done on unsigned values, where C++ defines it.
template <class T>
using Unsigned = std::make_unsigned_t<T>;

template <class T>
T add(T a, T b) {
    return static_cast<T>(static_cast<Unsigned<T>>(a) + static_cast<Unsigned<T>>(b));
}

template <class T>
T sub(T a, T b) {
    return static_cast<T>(static_cast<Unsigned<T>>(a) - static_cast<Unsigned<T>>(b));
}

template <class T>
T neg(T a) {
    return static_cast<T>(-static_cast<Unsigned<T>>(a));
}

template <class T>
T abs(T a) {
    return a < 0 ? neg(a) : a;
}

template <class T>
T min(T a, T b) {
    return b < a ? b : a;
}

template <class T>
T max(T a, T b) {
    return a < b ? b : a;
}

template <class T>
T clamp_negative(T a) {
    return a < 0 ? T{0} : a;
}

s32 min_relu(s32 a, s32 b) { return clamp_negative(min(a, b)); }
s32 max_relu(s32 a, s32 b) { return clamp_negative(max(a, b)); }

// c + |a - b|
template <class T>
T sad(T a, T b, T c) {
    return add(c, a < b ? sub(b, a) : sub(a, b));
}

s32 saturate(s64 a) { return static_cast<s32>(min(max(a, s64{INT32_MIN}), s64{INT32_MAX})); }
s32 add_sat(s32 a, s32 b) { return saturate(s64{a} + b); }
s32 sub_sat(s32 a, s32 b) { return saturate(s64{a} - b); }

#define SIGNED_ROWS(opcode, function) \
    bind<function<s16>>(opcode ".s16"), bind<function<s32>>(opcode ".s32"), bind<function<s64>>(opcode ".s64")
#define INTEGER_ROWS(opcode, function)                                                                     \
    SIGNED_ROWS(opcode, function), bind<function<u16>>(opcode ".u16"), bind<function<u32>>(opcode ".u32"), \
        bind<function<u64>>(opcode ".u64")

constexpr Binding kBindings[] = {
    INTEGER_ROWS("add", add),       INTEGER_ROWS("sub", sub),       INTEGER_ROWS("min", min),
    INTEGER_ROWS("max", max),       INTEGER_ROWS("sad", sad),       SIGNED_ROWS("neg", neg),
    SIGNED_ROWS("abs", abs),        bind<add_sat>("add.sat.s32"),   bind<sub_sat>("sub.sat.s32"),
    bind<min_relu>("min.relu.s32"), bind<max_relu>("max.relu.s32"),
};

}  // namespace

std::span<const Handler> integer_handlers() { return handlers<isa::integer_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
