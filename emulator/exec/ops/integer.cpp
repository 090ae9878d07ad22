// Integer addition and related operations: add sub neg abs sad min max, 16 to 64 bits, wrapping or saturating.
//
// PTX ISA 9.0, section 9.7.1. Products are in multiply.cpp, quotients in divide.cpp, u16x2 and s16x2 in
// packed.cpp, carries in carry.cpp.
#include "emulator/isa/integer.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/integer_math.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <class T>
T neg(T a) {
    return wrapping_sub(T{0}, a);
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
    return wrapping_add(c, a < b ? wrapping_sub(b, a) : wrapping_sub(a, b));
}

s32 add_sat(s32 a, s32 b) { return saturate(s64{a} + b); }
s32 sub_sat(s32 a, s32 b) { return saturate(s64{a} - b); }

constexpr std::tuple kBindings{
    For{"add", []<Name name> { return bind<wrapping_add<Type<name>>>; }},
    For{"sub", []<Name name> { return bind<wrapping_sub<Type<name>>>; }},
    For{"min", []<Name name> { return bind<min<Type<name>>>; }},
    For{"max", []<Name name> { return bind<max<Type<name>>>; }},
    For{"sad", []<Name name> { return bind<sad<Type<name>>>; }},
    For{"neg", []<Name name> { return bind<neg<Type<name>>>; }},
    For{"abs", []<Name name> { return bind<abs<Type<name>>>; }},
    For{"add.sat", bind<add_sat>},
    For{"sub.sat", bind<sub_sat>},
    For{"min.relu", bind<min_relu>},
    For{"max.relu", bind<max_relu>},
};

}  // namespace

std::span<const Handler> integer_handlers() { return handlers<isa::integer_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
