// The arithmetic of atomics, for the types on which the host can compute itself.
#pragma once

#include "emulator/exec/ops/float_math.hpp"
#include "emulator/exec/ops/integer_math.hpp"

namespace simt::exec::SIMT_ISA {

// The new value from the old one and the operands.
template <Name kOperation, class T>
T updated(T old, T b, [[maybe_unused]] T c) {
    constexpr auto is = [](std::string_view name) { return kOperation.is(name); };
    if constexpr (is("add.exact")) return canonical(old + b);
    if constexpr (is("add")) {
        // PTX ISA: on global memory subnormal inputs and results become zero of the same sign.
        if constexpr (std::is_same_v<T, float>) return canonical(flush(flush(old) + flush(b)));
        if constexpr (std::is_same_v<T, double>) return old + b;
        if constexpr (std::is_integral_v<T>) return wrapping_add(old, b);
    }
    if constexpr (is("min")) return b < old ? b : old;
    if constexpr (is("max")) return b > old ? b : old;
    if constexpr (is("and")) return old & b;
    if constexpr (is("or")) return old | b;
    if constexpr (is("xor")) return old ^ b;
    if constexpr (is("exch")) return b;
    if constexpr (is("cas")) return old == b ? c : old;
    if constexpr (is("inc")) return old >= b ? 0 : old + 1;
    if constexpr (is("dec")) return old == 0 || old > b ? b : old - 1;
}

}  // namespace simt::exec::SIMT_ISA
