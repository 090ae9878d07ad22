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
    if constexpr (kIsSigned<From>) {
        if constexpr (!kIsSigned<To>) {
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

#define PLAIN(to, To, from, From) bind<convert<To, From>>("cvt." to "." from)
#define SAT(to, To, from, From) bind_rare<convert_sat<To, From>>("cvt.sat." to "." from)
#define ROWS_TO(to, To)                                                                \
    PLAIN(to, To, "u8", u8), PLAIN(to, To, "u16", u16), PLAIN(to, To, "u32", u32),     \
        PLAIN(to, To, "u64", u64), PLAIN(to, To, "s8", s8), PLAIN(to, To, "s16", s16), \
        PLAIN(to, To, "s32", s32), PLAIN(to, To, "s64", s64)
#define SAT_FROM_SIGNED(to, To) \
    SAT(to, To, "s8", s8), SAT(to, To, "s16", s16), SAT(to, To, "s32", s32), SAT(to, To, "s64", s64)

// .sat exists if To lacks some value of From.
constexpr Binding kBindings[] = {
    ROWS_TO("u8", u8),           ROWS_TO("u16", u16),         ROWS_TO("u32", u32),
    ROWS_TO("u64", u64),         ROWS_TO("s8", s8),           ROWS_TO("s16", s16),
    ROWS_TO("s32", s32),         ROWS_TO("s64", s64),         SAT_FROM_SIGNED("u8", u8),
    SAT_FROM_SIGNED("u16", u16), SAT_FROM_SIGNED("u32", u32), SAT_FROM_SIGNED("u64", u64),
    SAT("u8", u8, "u16", u16),   SAT("u8", u8, "u32", u32),   SAT("u8", u8, "u64", u64),
    SAT("u16", u16, "u32", u32), SAT("u16", u16, "u64", u64), SAT("u32", u32, "u64", u64),
    SAT("s8", s8, "s16", s16),   SAT("s8", s8, "s32", s32),   SAT("s8", s8, "s64", s64),
    SAT("s16", s16, "s32", s32), SAT("s16", s16, "s64", s64), SAT("s32", s32, "s64", s64),
    SAT("s8", s8, "u8", u8),     SAT("s8", s8, "u16", u16),   SAT("s8", s8, "u32", u32),
    SAT("s8", s8, "u64", u64),   SAT("s16", s16, "u16", u16), SAT("s16", s16, "u32", u32),
    SAT("s16", s16, "u64", u64), SAT("s32", s32, "u32", u32), SAT("s32", s32, "u64", u64),
    SAT("s64", s64, "u64", u64),
};

}  // namespace

std::span<const Handler> convert_integer_handlers() {
    return handlers<isa::convert_integer_forms, kBindings>();
}

}  // namespace simt::exec::SIMT_ISA
