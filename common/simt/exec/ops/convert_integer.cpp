// cvt between integers: sign- or zero-extension, truncation, .sat.
//
// PTX ISA 9.0, section 9.7.9 (cvt). 8-bit values are held in 16-bit registers, extended by their own sign.
#include "common/simt/exec/ops/rounding.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <class To, class From>
Held<To> convert(Held<From> a) {
    return static_cast<To>(static_cast<From>(a));
}

// Clamped to the range of To. Each bound is compared only where From reaches it.
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

#define ROW(to, To, from, From)                      \
    make_row<convert<To, From>>("cvt." to "." from), \
        make_rare_row<convert_sat<To, From>>("cvt.sat." to "." from)
#define ROWS_TO(to, To)                                                                               \
    ROW(to, To, "u8", u8), ROW(to, To, "u16", u16), ROW(to, To, "u32", u32), ROW(to, To, "u64", u64), \
        ROW(to, To, "s8", s8), ROW(to, To, "s16", s16), ROW(to, To, "s32", s32), ROW(to, To, "s64", s64)

constexpr Row kRows[] = {
    ROWS_TO("u8", u8), ROWS_TO("u16", u16), ROWS_TO("u32", u32), ROWS_TO("u64", u64),
    ROWS_TO("s8", s8), ROWS_TO("s16", s16), ROWS_TO("s32", s32), ROWS_TO("s64", s64),
};

}  // namespace

std::span<const Row> convert_integer_rows() { return kRows; }

}  // namespace simt::exec::SIMT_ISA
