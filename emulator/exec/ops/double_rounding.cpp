// Double precision with a direction: add sub mul fma mad div rcp sqrt, .rz .rm .rp.
//
// PTX ISA 9.0, section 9.7.3. There is no wider type to compute in, so the processor's rounding mode is set for the
// length of each loop. The loop reads and writes memory that fesetround may know of, so the compiler cannot move it
// across the calls.
#include <cfenv>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/double_math.hpp"
#include "emulator/isa/float.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

template <auto F, int kMode>
const Op* map_rounded(Warp& warp, const Op* op) {
    const int before = std::fegetround();
    std::fesetround(kMode);
    const Op* const next = map_rare<F>(warp, op);
    std::fesetround(before);
    return next;
}

template <auto F, int kMode>
constexpr Binding bind_rounded(const char* opcode) {
    return signature_binding(opcode, &map_rounded<F, kMode>, F);
}

#define ROUND_ROWS(round, kMode)                                                                    \
    bind_rounded<add, kMode>("add" round ".f64"), bind_rounded<sub, kMode>("sub" round ".f64"),     \
        bind_rounded<mul, kMode>("mul" round ".f64"), bind_rounded<fma, kMode>("fma" round ".f64"), \
        bind_rounded<fma, kMode>("mad" round ".f64"), bind_rounded<div, kMode>("div" round ".f64"), \
        bind_rounded<rcp, kMode>("rcp" round ".f64"), bind_rounded<sqrt, kMode>("sqrt" round ".f64")

constexpr Binding kBindings[] = {
    ROUND_ROWS(".rz", FE_TOWARDZERO),
    ROUND_ROWS(".rm", FE_DOWNWARD),
    ROUND_ROWS(".rp", FE_UPWARD),
};

}  // namespace

std::span<const Handler> double_rounding_handlers() {
    return handlers<isa::double_rounding_forms, kBindings>();
}

}  // namespace simt::exec::SIMT_ISA
