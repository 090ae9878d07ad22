// Integer products: mul mad (.lo .hi .wide), mul24 mad24, and the dot products dp4a dp2a.
//
// PTX ISA 9.0, section 9.7.1. madc and the other forms with a carry are in carry.cpp.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/integer_math.hpp"
#include "emulator/isa/integer.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <class T>
T mad_lo(T a, T b, T c) {
    return wrapping_add(mul_lo(a, b), c);
}

template <class T>
T mad_hi(T a, T b, T c) {
    return wrapping_add(mul_hi(a, b), c);
}

template <class T>
Wide<T> mad_wide(T a, T b, Wide<T> c) {
    return wrapping_add(mul_wide(a, b), c);
}

s32 mad_hi_sat(s32 a, s32 b, s32 c) { return saturate(s64{mul_hi(a, b)} + c); }

// The low 24 bits of a, sign-extended for signed types.
u32 low24(u32 a) { return a & 0xffffffu; }
s32 low24(s32 a) { return static_cast<s32>(static_cast<u32>(a) << 8) >> 8; }

// Bits 0 to 31, or 16 to 47, of the 48-bit product.
template <class T>
T mul24_lo(T a, T b) {
    return mul_lo(low24(a), low24(b));
}

template <class T>
T mul24_hi(T a, T b) {
    return static_cast<T>(mul_wide(low24(a), low24(b)) >> 16);
}

template <class T>
T mad24_lo(T a, T b, T c) {
    return wrapping_add(mul24_lo(a, b), c);
}

template <class T>
T mad24_hi(T a, T b, T c) {
    return wrapping_add(mul24_hi(a, b), c);
}

s32 mad24_hi_sat(s32 a, s32 b, s32 c) { return saturate(s64{mul24_hi(a, b)} + c); }

// Byte or half k of a word, extended by the sign of T.
template <class T>
s32 byte_of(T a, int k) {
    using Byte = std::conditional_t<std::is_signed_v<T>, s8, u8>;
    return static_cast<Byte>(static_cast<u32>(a) >> (8 * k));
}
template <class T>
s32 half_of(T a, int k) {
    using Half = std::conditional_t<std::is_signed_v<T>, s16, u16>;
    return static_cast<Half>(static_cast<u32>(a) >> (16 * k));
}

// c plus the dot product of four bytes with four bytes.
template <class A, class B>
u32 dp4a(A a, B b, u32 c) {
    return c + static_cast<u32>(byte_of(a, 0) * byte_of(b, 0)) +
           static_cast<u32>(byte_of(a, 1) * byte_of(b, 1)) + static_cast<u32>(byte_of(a, 2) * byte_of(b, 2)) +
           static_cast<u32>(byte_of(a, 3) * byte_of(b, 3));
}

// c plus the dot product of two halves of a with the low or the high two bytes of b.
template <class A, class B, int kFirst>
u32 dp2a(A a, B b, u32 c) {
    return c + static_cast<u32>(half_of(a, 0) * byte_of(b, kFirst)) +
           static_cast<u32>(half_of(a, 1) * byte_of(b, kFirst + 1));
}

constexpr std::tuple kBindings{
    For{"mul.lo", []<Name name> { return bind<mul_lo<Type<name>>>; }},
    For{"mul.hi", []<Name name> { return bind<mul_hi<Type<name>>>; }},
    For{"mul.wide", []<Name name> { return bind<mul_wide<Type<name>>>; }},
    For{"mad.lo", []<Name name> { return bind<mad_lo<Type<name>>>; }},
    For{"mad.hi", []<Name name> { return bind<mad_hi<Type<name>>>; }},
    For{"mad.wide", []<Name name> { return bind<mad_wide<Type<name>>>; }},
    For{"mad.hi.sat", bind<mad_hi_sat>},
    For{"mul24.lo", []<Name name> { return bind<mul24_lo<Type<name>>>; }},
    For{"mul24.hi", []<Name name> { return bind<mul24_hi<Type<name>>>; }},
    For{"mad24.lo", []<Name name> { return bind<mad24_lo<Type<name>>>; }},
    For{"mad24.hi", []<Name name> { return bind<mad24_hi<Type<name>>>; }},
    For{"mad24.hi.sat", bind<mad24_hi_sat>},
    For{"dp4a", []<Name name> { return bind<dp4a<Type<name, 1>, Type<name>>>; }},
    For{"dp2a.lo", []<Name name> { return bind<dp2a<Type<name, 1>, Type<name>, 0>>; }},
    For{"dp2a.hi", []<Name name> { return bind<dp2a<Type<name, 1>, Type<name>, 2>>; }},
};

}  // namespace

std::span<const Handler> multiply_handlers() { return handlers<isa::multiply_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
