// Half precision, f16 and bf16, one or two in a register: min max abs neg.
//
// PTX ISA 9.0, section 9.7.4. They work on the bits. With the magnitudes of negative numbers inverted, the bits have
// the same order as the numbers, with -0 below +0. Arithmetic is in half_arithmetic.cpp.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/half_math.hpp"
#include "emulator/isa/half.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

constexpr u32 kMagnitude = 0x7fff, kSignBit = 0x8000;

template <class Format, unsigned kModifiers>
u32 flushed_half(u32 a) {
    return (kModifiers & kFtz) != 0 && (a & kMagnitude) < kSmallestNormalHalf<Format> ? a & kSignBit : a;
}
template <class Format>
bool is_nan(u32 a) {
    return (a & kMagnitude) > Format::kInfinity;
}

inline s32 order(u32 a) {
    const s32 magnitude = static_cast<s32>(a & kMagnitude);
    return (a & kSignBit) != 0 ? -1 - magnitude : magnitude;
}
inline u32 lesser(u32 a, u32 b) { return order(b) < order(a) ? b : a; }
inline u32 greater(u32 a, u32 b) { return order(a) < order(b) ? b : a; }

// A number wins against one NaN; with .NaN the NaN wins.
template <class Format, unsigned kModifiers, auto F, bool kNanWins>
u16 extremum(u16 a, u16 b) {
    const u32 x = flushed_half<Format, kModifiers>(a), y = flushed_half<Format, kModifiers>(b);
    const u32 other = is_nan<Format>(x) ? y : x;
    const u32 with_nan = kNanWins || is_nan<Format>(other) ? kHalfNan : other;
    return static_cast<u16>(is_nan<Format>(x) || is_nan<Format>(y) ? with_nan : F(x, y));
}

// Compares magnitudes; the sign is the product of the operands' signs.
template <class Format, unsigned kModifiers, auto F, bool kNanWins>
u16 extremum_xorsign(u16 a, u16 b) {
    const u32 chosen = extremum<Format, kModifiers, F, kNanWins>(static_cast<u16>(a & kMagnitude),
                                                                 static_cast<u16>(b & kMagnitude));
    return static_cast<u16>(is_nan<Format>(chosen) ? chosen : chosen | ((a ^ b) & kSignBit));
}

template <class Format, unsigned kModifiers>
u16 abs(u16 a) {
    const u32 x = flushed_half<Format, kModifiers>(a);
    return static_cast<u16>(is_nan<Format>(x) ? kHalfNan : x & kMagnitude);
}
template <class Format, unsigned kModifiers>
u16 neg(u16 a) {
    const u32 x = flushed_half<Format, kModifiers>(a);
    return static_cast<u16>(is_nan<Format>(x) ? kHalfNan : x ^ kSignBit);
}

template <auto F>
u32 one(u32 a) {
    return on_halves<F>(a);
}
template <auto F>
u32 two(u32 a, u32 b) {
    return on_halves<F>(a, b);
}

#define ONE_AND_TWO(opcode, type, F, packed) bind_rare<F>(opcode type), bind_rare<packed<F>>(opcode type "x2")
#define SIGN_ROWS(opcode, function)                                     \
    ONE_AND_TWO(opcode, ".f16", (function<F16, kPlain>), one),          \
        ONE_AND_TWO(opcode ".ftz", ".f16", (function<F16, kFtz>), one), \
        ONE_AND_TWO(opcode, ".bf16", (function<Bf16, kPlain>), one)
#define EXTREMUM_ROWS(prefix, type, Format, kModifiers, F)                                               \
    ONE_AND_TWO(prefix, type, (extremum<Format, kModifiers, F, false>), two),                            \
        ONE_AND_TWO(prefix ".NaN", type, (extremum<Format, kModifiers, F, true>), two),                  \
        ONE_AND_TWO(prefix ".xorsign.abs", type, (extremum_xorsign<Format, kModifiers, F, false>), two), \
        ONE_AND_TWO(prefix ".NaN.xorsign.abs", type, (extremum_xorsign<Format, kModifiers, F, true>), two)
#define FORMAT_ROWS(opcode, F)                                                                         \
    EXTREMUM_ROWS(opcode, ".f16", F16, kPlain, F), EXTREMUM_ROWS(opcode ".ftz", ".f16", F16, kFtz, F), \
        EXTREMUM_ROWS(opcode, ".bf16", Bf16, kPlain, F)

constexpr Binding kBindings[] = {
    SIGN_ROWS("abs", abs),
    SIGN_ROWS("neg", neg),
    FORMAT_ROWS("min", lesser),
    FORMAT_ROWS("max", greater),
};

}  // namespace

std::span<const Handler> half_extrema_handlers() { return handlers<isa::half_extrema_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
