// Comparisons and tests: setp (a predicate), set (all ones or 1.0f), testp.
//
// PTX ISA 9.0, sections 9.7.3, 9.7.5 and 9.7.6. The decoder composes the other forms from these: forms with a second
// predicate, forms that combine with a predicate, and for halves set and the packed forms.
#include <limits>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/half.hpp"
#include "emulator/isa/compare.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

// With a NaN operand, eq to ge are false (ne too) and equ to geu are true. num asks whether both are numbers, nan
// whether one is NaN. Unsigned comparisons also have names of their own: lower, lower or same, higher, higher or same.
template <Name kRelation, class T>
bool holds(T a, T b) {
    constexpr auto is = [](std::string_view name) { return kRelation.is(name); };
    if constexpr (is("eq")) return a == b;
    if constexpr (is("ne")) return std::is_integral_v<T> ? a != b : a < b || a > b;
    if constexpr (is("lt") || is("lo")) return a < b;
    if constexpr (is("le") || is("ls")) return a <= b;
    if constexpr (is("gt") || is("hi")) return a > b;
    if constexpr (is("ge") || is("hs")) return a >= b;
    if constexpr (is("equ")) return !(a < b || a > b);
    if constexpr (is("neu")) return a != b;
    if constexpr (is("ltu")) return !(a >= b);
    if constexpr (is("leu")) return !(a > b);
    if constexpr (is("gtu")) return !(a <= b);
    if constexpr (is("geu")) return !(a < b);
    if constexpr (is("num")) return a == a && b == b;
    if constexpr (is("nan")) return a != a || b != b;
}

// R: the result's type.
template <Name kRelation, bool kFlushes, class R, class T>
R compare(T a, T b) {
    if constexpr (kFlushes) a = flush(a), b = flush(b);
    const bool truth = holds<kRelation>(a, b);
    if constexpr (std::is_same_v<R, bool>) return truth;
    constexpr R kTrue = std::is_same_v<R, float> ? R{1} : static_cast<R>(-1);
    return truth ? kTrue : R{0};
}

template <Name kRelation, class Format, unsigned kModifiers>
bool compare_halves(u16 a, u16 b) {
    return holds<kRelation>(decode<Format>(half_operand<Format, kModifiers>(a)),
                            decode<Format>(half_operand<Format, kModifiers>(b)));
}

// testp examines the bits: it has no .ftz and treats a signalling NaN like a quiet one. Zero counts as a normal
// number.
template <Name kProperty, class T>
bool test(T a) {
    constexpr auto is = [](std::string_view name) { return kProperty.is(name); };
    constexpr auto kInfinity = bits_of(std::numeric_limits<T>::infinity());
    constexpr auto kNormal = bits_of(std::numeric_limits<T>::min());
    const auto magnitude = bits_of(a) << 1 >> 1;
    if constexpr (is("finite")) return magnitude < kInfinity;
    if constexpr (is("infinite")) return magnitude == kInfinity;
    if constexpr (is("number")) return magnitude <= kInfinity;
    if constexpr (is("notanumber")) return magnitude > kInfinity;
    if constexpr (is("normal")) return magnitude == 0 || (magnitude >= kNormal && magnitude < kInfinity);
    if constexpr (is("subnormal")) return magnitude != 0 && magnitude < kNormal;
}

constexpr std::tuple kBindings{
    For{"setp", []<Name n> { return bind<compare<n.part(1), n.has("ftz"), bool, Type<n>>>; }},
    For{"setp*f16", []<Name n> { return bind_rare<compare_halves<n.part(1), HalfFormat<n>, modifiers(n)>>; }},
    For{"set", []<Name n> { return bind_rare<compare<n.part(1), n.has("ftz"), Type<n, 1>, Type<n>>>; }},
    For{"testp", []<Name n> { return bind<test<n.part(1), Type<n>>>; }},
};

}  // namespace

std::span<const Handler> compare_handlers() { return handlers<isa::compare_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
