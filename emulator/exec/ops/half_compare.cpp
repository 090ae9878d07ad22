// Comparisons of f16 and bf16: setp. The decoder composes set, the packed forms and combinations with a predicate
// from them.
//
// PTX ISA 9.0, sections 9.7.5 and 9.7.6. The rules are those of compare_float.cpp for wider numbers.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/half_math.hpp"
#include "emulator/isa/compare.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// A comparison is the set of outcomes for which it holds.
constexpr unsigned kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8;

template <class Format, unsigned kModifiers, unsigned kOutcomes>
bool compare(u16 a, u16 b) {
    const double x = half_operand<Format, kModifiers>(a), y = half_operand<Format, kModifiers>(b);
    const unsigned outcome = x < y ? kLess : x > y ? kGreater : x == y ? kEqual : kUnordered;
    return (outcome & kOutcomes) != 0;
}

#define COMPARE_ROWS(name, kOutcomes)                                      \
    bind_rare<compare<F16, kPlain, kOutcomes>>("setp." name ".f16"),       \
        bind_rare<compare<F16, kFtz, kOutcomes>>("setp." name ".ftz.f16"), \
        bind_rare<compare<Bf16, kPlain, kOutcomes>>("setp." name ".bf16")

constexpr Binding kBindings[] = {
    COMPARE_ROWS("eq", kEqual),
    COMPARE_ROWS("ne", kLess | kGreater),
    COMPARE_ROWS("lt", kLess),
    COMPARE_ROWS("le", kLess | kEqual),
    COMPARE_ROWS("gt", kGreater),
    COMPARE_ROWS("ge", kGreater | kEqual),
    COMPARE_ROWS("equ", kEqual | kUnordered),
    COMPARE_ROWS("neu", kLess | kGreater | kUnordered),
    COMPARE_ROWS("ltu", kLess | kUnordered),
    COMPARE_ROWS("leu", kLess | kEqual | kUnordered),
    COMPARE_ROWS("gtu", kGreater | kUnordered),
    COMPARE_ROWS("geu", kGreater | kEqual | kUnordered),
    COMPARE_ROWS("num", kLess | kEqual | kGreater),
    COMPARE_ROWS("nan", kUnordered),
};

}  // namespace

std::span<const Handler> half_compare_handlers() { return handlers<isa::half_compare_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
