// Half precision, f16 and bf16, one or two in a register: add sub mul fma, rounded to nearest.
//
// PTX ISA 9.0, section 9.7.4. f16 has .ftz and .sat, and its fma also .relu. bf16 has neither: its subnormals are
// always kept. min, max, abs and neg are in half_extrema.cpp.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/half_math.hpp"
#include "emulator/isa/half.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <class Format, unsigned kModifiers>
u16 add(u16 a, u16 b) {
    return half_result<Format, kModifiers>(
        odd_sum(half_operand<Format, kModifiers>(a), half_operand<Format, kModifiers>(b)));
}
template <class Format, unsigned kModifiers>
u16 sub(u16 a, u16 b) {
    return half_result<Format, kModifiers>(
        odd_sum(half_operand<Format, kModifiers>(a), -half_operand<Format, kModifiers>(b)));
}
template <class Format, unsigned kModifiers>
u16 mul(u16 a, u16 b) {
    return half_result<Format, kModifiers>(half_operand<Format, kModifiers>(a) *
                                           half_operand<Format, kModifiers>(b));
}
template <class Format, unsigned kModifiers>
u16 fma(u16 a, u16 b, u16 c) {
    return half_result<Format, kModifiers>(odd_fma(half_operand<Format, kModifiers>(a),
                                                   half_operand<Format, kModifiers>(b),
                                                   half_operand<Format, kModifiers>(c)));
}

// fma.oob: the value with which a tensor copy fills elements outside the tensor makes the result zero, as a factor of
// either sign.
template <class Format, unsigned kModifiers>
u16 fma_outside(u16 a, u16 b, u16 c) {
    constexpr u16 kOutside = 0x7ff7;
    const bool outside = (a & 0x7fff) == kOutside || (b & 0x7fff) == kOutside;
    const u16 result = fma<Format, kModifiers>(a, b, c);
    return outside ? u16{0} : result;
}

template <auto F>
u32 two(u32 a, u32 b) {
    return on_halves<F>(a, b);
}
template <auto F>
u32 three(u32 a, u32 b, u32 c) {
    return on_halves<F>(a, b, c);
}

#define ONE_AND_TWO(make, opcode, type, F, packed) make<F>(opcode type), make<packed<F>>(opcode type "x2")
#define PLAIN_ROWS(opcode, function, packed)                                  \
    ONE_AND_TWO(bind, opcode, ".f16", (function<F16, kPlain>), packed),       \
        ONE_AND_TWO(bind, opcode, ".bf16", (function<Bf16, kPlain>), packed), \
        ONE_AND_TWO(bind_rare, opcode ".ftz", ".f16", (function<F16, kFtz>), packed)
#define SAT_ROWS(opcode, function, packed)                                            \
    PLAIN_ROWS(opcode, function, packed),                                             \
        ONE_AND_TWO(bind_rare, opcode ".sat", ".f16", (function<F16, kSat>), packed), \
        ONE_AND_TWO(bind_rare, opcode ".ftz.sat", ".f16", (function<F16, kFtz | kSat>), packed)

constexpr Binding kBindings[] = {
    SAT_ROWS("add", add, two),
    SAT_ROWS("add.rn", add, two),
    SAT_ROWS("sub", sub, two),
    SAT_ROWS("sub.rn", sub, two),
    SAT_ROWS("mul", mul, two),
    SAT_ROWS("mul.rn", mul, two),
    SAT_ROWS("fma.rn", fma, three),
    ONE_AND_TWO(bind_rare, "fma.rn.relu", ".f16", (fma<F16, kRelu>), three),
    ONE_AND_TWO(bind_rare, "fma.rn.ftz.relu", ".f16", (fma<F16, kFtz | kRelu>), three),
    ONE_AND_TWO(bind_rare, "fma.rn.relu", ".bf16", (fma<Bf16, kRelu>), three),
    ONE_AND_TWO(bind_rare, "fma.rn.oob", ".f16", (fma_outside<F16, kPlain>), three),
    ONE_AND_TWO(bind_rare, "fma.rn.oob", ".bf16", (fma_outside<Bf16, kPlain>), three),
    ONE_AND_TWO(bind_rare, "fma.rn.oob.relu", ".f16", (fma_outside<F16, kRelu>), three),
    ONE_AND_TWO(bind_rare, "fma.rn.oob.relu", ".bf16", (fma_outside<Bf16, kRelu>), three),
};

}  // namespace

std::span<const Handler> half_arithmetic_handlers() {
    return handlers<isa::half_arithmetic_forms, kBindings>();
}

}  // namespace simt::exec::SIMT_ISA
