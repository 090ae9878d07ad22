// Moving and choosing: mov, selp (by a predicate), slct (by the sign of a number).
//
// PTX ISA 9.0, sections 9.7.6 and 9.7.9. The decoder composes moves of addresses, special registers and vectors.
#include "emulator/isa/select.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/float_math.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <class T>
T mov(T a) {
    return a;
}

template <class T>
T selp(T a, T b, bool p) {
    return p ? a : b;
}

// NaN chooses b.
template <class T, class C>
T slct(T a, T b, C c) {
    return c >= 0 ? a : b;
}
template <class T>
T slct_ftz(T a, T b, float c) {
    return flush(c) >= 0 ? a : b;
}

constexpr std::tuple kBindings{
    For{"mov", []<Name name> { return bind<mov<Type<name>>>; }},
    For{"mov.pred", bind_masks<mov<u32>>},
    For{"selp", []<Name name> { return bind<selp<Type<name>>>; }},
    For{"slct", []<Name name> { return bind<slct<Type<name, 1>, Type<name>>>; }},
    For{"slct.ftz", []<Name name> { return bind<slct_ftz<Type<name, 1>>>; }},
};

}  // namespace

std::span<const Handler> select_handlers() { return handlers<isa::select_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
