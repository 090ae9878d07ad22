// cvt between integers: sign- or zero-extension, truncation, .sat.
//
// PTX ISA 9.0, section 9.7.9 (cvt). 16-bit registers hold 8-bit values, extended by their own sign.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/rounding.hpp"
#include "emulator/isa/convert.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <class To, class From>
Held<To> convert(Held<From> a) {
    return static_cast<To>(static_cast<From>(a));
}

// Clamps to the range of To. A bound is compared only if From can exceed it.
template <class To, class From>
Held<To> convert_sat(Held<From> held) {
    const From a = static_cast<From>(held);
    if constexpr (std::is_signed_v<From>) {
        if constexpr (!std::is_signed_v<To>) {
            const u64 positive = a < 0 ? 0u : static_cast<u64>(a);
            return positive > kHighest<To> ? kHighest<To> : static_cast<To>(positive);
        } else {
            const s64 value = a;
            return value < kLowest<To>    ? kLowest<To>
                   : value > kHighest<To> ? kHighest<To>
                                          : static_cast<To>(value);
        }
    } else {
        const u64 value = a;
        constexpr u64 kLimit = static_cast<u64>(kHighest<To>);
        return value > kLimit ? kHighest<To> : static_cast<To>(value);
    }
}

constexpr std::tuple kBindings{
    For{"cvt", []<Name name> { return bind<convert<Type<name, 1>, Type<name>>>; }},
    For{"cvt.sat", []<Name name> { return bind_rare<convert_sat<Type<name, 1>, Type<name>>>; }},
};

}  // namespace

std::span<const Handler> convert_integer_handlers() {
    return handlers<isa::convert_integer_forms, kBindings>();
}

}  // namespace simt::exec::SIMT_ISA
