// Half precision, f16 and bf16, one or two in a register: the approximations ex2 and tanh.
//
// PTX ISA 9.0, section 9.7.4 bounds their errors. As in approximate.cpp, a result is computed in double and rounded.
// approximate_test.cpp checks the bounds.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/half_math.hpp"
#include "emulator/isa/half.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <class Format, bool kFlushes>
u16 flush_half(u16 a) {
    return kFlushes && (a & 0x7fffu) < kSmallestNormalHalf<Format> ? static_cast<u16>(a & 0x8000u) : a;
}

// bf16 has this only with .ftz.
template <class Format>
u16 ex2(u16 a) {
    constexpr bool kFlushes = Format::kPrecision == Bf16::kPrecision;
    const double power = __builtin_exp2(decode<Format>(flush_half<Format, kFlushes>(a)));
    return flush_half<Format, kFlushes>(encode<Format, Round::kNearest>(power));
}
template <class Format>
u16 tanh(u16 a) {
    return encode<Format, Round::kNearest>(__builtin_tanh(decode<Format>(a)));
}

template <auto F>
u32 two(u32 a) {
    return on_halves<F>(a);
}

#define ONE_AND_TWO(opcode, F) bind_rare<F>(opcode), bind_rare<two<F>>(opcode "x2")

constexpr Binding kBindings[] = {
    ONE_AND_TWO("ex2.approx.f16", ex2<F16>),
    ONE_AND_TWO("ex2.approx.ftz.bf16", ex2<Bf16>),
    ONE_AND_TWO("tanh.approx.f16", tanh<F16>),
    ONE_AND_TWO("tanh.approx.bf16", tanh<Bf16>),
};

}  // namespace

std::span<const Handler> half_approximate_handlers() {
    return handlers<isa::half_approximate_forms, kBindings>();
}

}  // namespace simt::exec::SIMT_ISA
