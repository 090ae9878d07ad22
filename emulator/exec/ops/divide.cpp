// Integer quotients and remainders: div rem, 16 to 64 bits.
//
// PTX ISA 9.0, section 9.7.1. A GPU has no instruction for them: ptxas expands them. The PTX ISA leaves a zero
// divisor open; the expansion gives all ones for both.
//
// 16- and 32-bit operands are exact in double, whose division the compiler vectorises. The truncated result is the
// exact quotient: a quotient a / b that is not an integer is at least 1 / b away from the next one, and rounding moves
// it by at most 2^-53 * a / b, which is less.
#include <type_traits>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/isa/integer.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

s32 div_s32(s32 a, s32 b) {
    const double quotient = static_cast<double>(a) / (b == 0 ? 1.0 : static_cast<double>(b));
    // The only quotient that does not fit is INT_MIN / -1, which wraps.
    const s32 truncated = static_cast<s32>(quotient > 2147483647.0 ? -2147483648.0 : quotient);
    return b == 0 ? -1 : truncated;
}

u32 div_u32(u32 a, u32 b) {
    const double quotient = static_cast<double>(a) / (b == 0 ? 1.0 : static_cast<double>(b));
    const u32 truncated = static_cast<u32>(quotient);
    return b == 0 ? ~0u : truncated;
}

s32 rem_s32(s32 a, s32 b) {
    const u32 product = static_cast<u32>(div_s32(a, b)) * static_cast<u32>(b);
    return b == 0 ? -1 : static_cast<s32>(static_cast<u32>(a) - product);
}

u32 rem_u32(u32 a, u32 b) { return b == 0 ? ~0u : a - div_u32(a, b) * b; }

s16 div_s16(s16 a, s16 b) { return static_cast<s16>(div_s32(a, b)); }
u16 div_u16(u16 a, u16 b) { return static_cast<u16>(div_u32(a, b)); }
s16 rem_s16(s16 a, s16 b) { return static_cast<s16>(rem_s32(a, b)); }
u16 rem_u16(u16 a, u16 b) { return static_cast<u16>(rem_u32(a, b)); }

u64 div_u64(u64 a, u64 b) { return b == 0 ? ~u64{0} : a / b; }
u64 rem_u64(u64 a, u64 b) { return b == 0 ? ~u64{0} : a % b; }

// The host's division traps on INT64_MIN / -1, so a divisor of -1 does not reach it.
s64 div_s64(s64 a, s64 b) { return b == 0 ? -1 : b == -1 ? static_cast<s64>(-static_cast<u64>(a)) : a / b; }
s64 rem_s64(s64 a, s64 b) { return b == 0 ? -1 : b == -1 ? 0 : a % b; }

constexpr Binding kBindings[] = {
    bind<div_s16>("div.s16"), bind<div_s32>("div.s32"), bind<div_s64>("div.s64"), bind<div_u16>("div.u16"),
    bind<div_u32>("div.u32"), bind<div_u64>("div.u64"), bind<rem_s16>("rem.s16"), bind<rem_s32>("rem.s32"),
    bind<rem_s64>("rem.s64"), bind<rem_u16>("rem.u16"), bind<rem_u32>("rem.u32"), bind<rem_u64>("rem.u64"),
};

}  // namespace

std::span<const Handler> divide_handlers() { return handlers<isa::divide_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
