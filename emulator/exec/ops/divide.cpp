// Integer quotients and remainders: div rem, 16 to 64 bits.
//
// PTX ISA 9.0, section 9.7.1. A GPU has no instruction for them: ptxas expands them. The PTX ISA does not define
// division by zero; the expansion gives all ones for quotient and remainder.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/integer_math.hpp"
#include "emulator/isa/integer.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// 16- and 32-bit operands are exact in double, whose division the compiler vectorises. The truncated result is the
// exact quotient: a quotient a / b that is not an integer is at least 1 / b away from the next one, and rounding moves
// it by at most 2^-53 * a / b, which is less.
template <class T>
T div(T a, T b) {
    constexpr T kOnes = static_cast<T>(-1);
    if constexpr (sizeof(T) == 8) {
        // The host's division traps on INT64_MIN / -1, so a divisor of -1 does not reach it.
        if (std::is_signed_v<T> && b == kOnes) return wrapping_sub(T{0}, a);
        return b == 0 ? kOnes : a / b;
    } else {
        using Word = std::conditional_t<std::is_signed_v<T>, s32, u32>;
        const double quotient = static_cast<double>(a) / (b == 0 ? 1.0 : static_cast<double>(b));
        // The only quotient that does not fit is INT_MIN / -1, which wraps.
        const bool wraps = std::is_signed_v<T> && quotient > 2147483647.0;
        const Word truncated = static_cast<Word>(wraps ? -2147483648.0 : quotient);
        return b == 0 ? kOnes : static_cast<T>(truncated);
    }
}

template <class T>
T rem(T a, T b) {
    const T remainder = wrapping_sub(a, mul_lo(div(a, b), b));
    return b == 0 ? static_cast<T>(-1) : remainder;
}

constexpr std::tuple kBindings{
    For{"div", []<Name name> { return bind<div<Type<name>>>; }},
    For{"rem", []<Name name> { return bind<rem<Type<name>>>; }},
};

}  // namespace

std::span<const Handler> divide_handlers() { return handlers<isa::divide_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
