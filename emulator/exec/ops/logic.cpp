// Logic and shifts: and or xor not cnot lop3 shl shr shf, on registers and on predicates.
//
// PTX ISA 9.0, section 9.7.8. shl and shr clamp shift amounts to the width. shf has a clamping form and one that takes
// them modulo the width.
#include <type_traits>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/lanes.hpp"
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
    constexpr u32 kBits = 8 * sizeof(T);
    return amount >= kBits ? T{0} : static_cast<T>(a << (amount & (kBits - 1)));
}

// Signed types shift in copies of the sign.
template <class T>
T shr(T a, u32 amount) {
    constexpr u32 kBits = 8 * sizeof(T);
    const u32 inside = amount >= kBits ? kBits - 1 : amount;
    return amount >= kBits && std::is_unsigned_v<T> ? T{0} : static_cast<T>(a >> inside);
}

// Funnel shifts of the 64 bits {b, a}: the upper word after a left shift, the lower word after a right shift.
u64 join(u32 a, u32 b) { return u64{b} << 32 | a; }
u32 clamped(u32 amount) { return amount > 32 ? 32 : amount; }
u32 shf_l_clamp(u32 a, u32 b, u32 c) { return static_cast<u32>((join(a, b) << clamped(c)) >> 32); }
u32 shf_l_wrap(u32 a, u32 b, u32 c) { return static_cast<u32>((join(a, b) << (c & 31u)) >> 32); }
u32 shf_r_clamp(u32 a, u32 b, u32 c) { return static_cast<u32>(join(a, b) >> clamped(c)); }
u32 shf_r_wrap(u32 a, u32 b, u32 c) { return static_cast<u32>(join(a, b) >> (c & 31u)); }

#define BIT_ROWS(opcode, function) \
    bind<function<u16>>(opcode ".b16"), bind<function<u32>>(opcode ".b32"), bind<function<u64>>(opcode ".b64")
#define SHR_ROWS(prefix, T16, T32, T64) \
    bind<shr<T16>>("shr." prefix "16"), bind<shr<T32>>("shr." prefix "32"), bind<shr<T64>>("shr." prefix "64")

constexpr Binding kBindings[] = {
    BIT_ROWS("and", bit_and),
    BIT_ROWS("or", bit_or),
    BIT_ROWS("xor", bit_xor),
    BIT_ROWS("not", bit_not),
    BIT_ROWS("cnot", cnot),
    BIT_ROWS("shl", shl),
    SHR_ROWS("b", u16, u32, u64),
    SHR_ROWS("u", u16, u32, u64),
    SHR_ROWS("s", s16, s32, s64),
    bind_masks<bit_and<u32>>("and.pred"),
    bind_masks<bit_or<u32>>("or.pred"),
    bind_masks<bit_xor<u32>>("xor.pred"),
    bind_masks<bit_not<u32>>("not.pred"),
    bind<lop3>("lop3.b32"),
    bind<shf_l_clamp>("shf.l.clamp.b32"),
    bind<shf_l_wrap>("shf.l.wrap.b32"),
    bind<shf_r_clamp>("shf.r.clamp.b32"),
    bind<shf_r_wrap>("shf.r.wrap.b32"),
};

}  // namespace

std::span<const Handler> logic_handlers() { return handlers<isa::logic_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
