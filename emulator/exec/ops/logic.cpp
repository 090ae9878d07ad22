// Logic and shifts: and or xor not cnot lop3 shl shr shf, on registers and on predicates.
//
// PTX ISA 9.0, section 9.7.8. shl and shr clamp shift amounts to the width. shf has one form that clamps them and one
// that takes them modulo the width.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/integer_math.hpp"
#include "emulator/isa/bits.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <class T>
T bit_and(T a, T b) {
    return a & b;
}
template <class T>
T bit_or(T a, T b) {
    return a | b;
}
template <class T>
T bit_xor(T a, T b) {
    return a ^ b;
}
template <class T>
T bit_not(T a) {
    return static_cast<T>(~a);
}

// 1 for zero, 0 for everything else.
template <class T>
T cnot(T a) {
    return a == 0 ? 1 : 0;
}

// Bit k of the result is bit number 4a + 2b + c of the table, where a, b and c are bits k of the operands.
u32 lop3(u32 a, u32 b, u32 c, u32 table) {
    u32 result = 0;
    for (u32 entry = 0; entry < 8; ++entry) {
        const u32 chosen = 0u - ((table >> entry) & 1u);
        result |= chosen & (entry & 4 ? a : ~a) & (entry & 2 ? b : ~b) & (entry & 1 ? c : ~c);
    }
    return result;
}

template <class T>
T shl(T a, u32 amount) {
    return amount >= kBits<T> ? T{0} : static_cast<T>(a << (amount & (kBits<T> - 1)));
}

// Signed types shift in copies of the sign.
template <class T>
T shr(T a, u32 amount) {
    const u32 inside = amount >= kBits<T> ? kBits<T> - 1 : amount;
    return amount >= kBits<T> && std::is_unsigned_v<T> ? T{0} : static_cast<T>(a >> inside);
}

// Funnel shifts of the 64 bits {b, a}: the upper word after a left shift, the lower word after a right shift.
u64 join(u32 a, u32 b) { return u64{b} << 32 | a; }
template <bool kClamp>
u32 shift_of(u32 amount) {
    return kClamp ? (amount > 32 ? 32 : amount) : amount & 31u;
}
template <bool kClamp>
u32 shf_l(u32 a, u32 b, u32 c) {
    return static_cast<u32>((join(a, b) << shift_of<kClamp>(c)) >> 32);
}
template <bool kClamp>
u32 shf_r(u32 a, u32 b, u32 c) {
    return static_cast<u32>(join(a, b) >> shift_of<kClamp>(c));
}

constexpr std::tuple kBindings{
    For{"and", []<Name name> { return bind<bit_and<Type<name>>>; }},
    For{"or", []<Name name> { return bind<bit_or<Type<name>>>; }},
    For{"xor", []<Name name> { return bind<bit_xor<Type<name>>>; }},
    For{"not", []<Name name> { return bind<bit_not<Type<name>>>; }},
    For{"cnot", []<Name name> { return bind<cnot<Type<name>>>; }},
    For{"shl", []<Name name> { return bind<shl<Type<name>>>; }},
    For{"shr", []<Name name> { return bind<shr<Type<name>>>; }},
    For{"and.pred", bind_masks<bit_and<u32>>},
    For{"or.pred", bind_masks<bit_or<u32>>},
    For{"xor.pred", bind_masks<bit_xor<u32>>},
    For{"not.pred", bind_masks<bit_not<u32>>},
    For{"lop3", bind<lop3>},
    For{"shf.l", []<Name name> { return bind<shf_l<name.has("clamp")>>; }},
    For{"shf.r", []<Name name> { return bind<shf_r<name.has("clamp")>>; }},
};

}  // namespace

std::span<const Handler> logic_handlers() { return handlers<isa::logic_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
