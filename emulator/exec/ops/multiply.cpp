// Integer products: mul mad (.lo .hi .wide), mul24 mad24, and the dot products dp4a dp2a.
//
// PTX ISA 9.0, section 9.7.1. madc and the other forms with a carry are in carry.cpp.
#include <type_traits>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/isa/integer.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// The type of twice the width, which holds every product exactly.
template <class T>
struct Double;
template <>
struct Double<u16> {
    using Type = u32;
};
template <>
struct Double<s16> {
    using Type = s32;
};
template <>
struct Double<u32> {
    using Type = u64;
};
template <>
struct Double<s32> {
    using Type = s64;
};
__extension__ template <>
struct Double<u64> {
    using Type = unsigned __int128;
};
__extension__ template <>
struct Double<s64> {
    using Type = __int128;
};
template <class T>
using Wide = typename Double<T>::Type;

template <class T>
Wide<T> mul_wide(T a, T b) {
    return static_cast<Wide<T>>(a) * b;
}

template <class T>
T mul_lo(T a, T b) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Wide<U>>(static_cast<U>(a)) * static_cast<U>(b));
}

template <class T>
T mul_hi(T a, T b) {
    return static_cast<T>(mul_wide(a, b) >> (8 * sizeof(T)));
}

template <class T>
T wrapping_add(T a, T b) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
}

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

s32 saturate(s64 a) { return static_cast<s32>(a < INT32_MIN ? INT32_MIN : a > INT32_MAX ? INT32_MAX : a); }
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

#define WORD_ROWS(opcode, function) bind<function<u32>>(opcode ".u32"), bind<function<s32>>(opcode ".s32")
#define WIDE_ROWS(opcode, function) \
    WORD_ROWS(opcode, function), bind<function<u16>>(opcode ".u16"), bind<function<s16>>(opcode ".s16")
#define INTEGER_ROWS(opcode, function) \
    WIDE_ROWS(opcode, function), bind<function<u64>>(opcode ".u64"), bind<function<s64>>(opcode ".s64")
#define DOT_ROWS(types, A, B) \
    bind<dp4a<A, B>>("dp4a" types), bind<dp2a<A, B, 0>>("dp2a.lo" types), bind<dp2a<A, B, 2>>("dp2a.hi" types)

constexpr Binding kBindings[] = {
    INTEGER_ROWS("mul.lo", mul_lo),     INTEGER_ROWS("mul.hi", mul_hi),
    WIDE_ROWS("mul.wide", mul_wide),    INTEGER_ROWS("mad.lo", mad_lo),
    INTEGER_ROWS("mad.hi", mad_hi),     WIDE_ROWS("mad.wide", mad_wide),
    bind<mad_hi_sat>("mad.hi.sat.s32"), WORD_ROWS("mul24.lo", mul24_lo),
    WORD_ROWS("mul24.hi", mul24_hi),    WORD_ROWS("mad24.lo", mad24_lo),
    WORD_ROWS("mad24.hi", mad24_hi),    bind<mad24_hi_sat>("mad24.hi.sat.s32"),
    DOT_ROWS(".u32.u32", u32, u32),     DOT_ROWS(".u32.s32", u32, s32),
    DOT_ROWS(".s32.u32", s32, u32),     DOT_ROWS(".s32.s32", s32, s32),
};

}  // namespace

std::span<const Handler> multiply_handlers() { return handlers<isa::multiply_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
