// Ops that matter only to the checks. All threads here see the same memory at once, so membar and fence change no
// values; they only order accesses for the race checks. ~padding marks the bytes between the members of a structure that
// a kernel stores.
#include "emulator/check/check.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/exec/warp.hpp"
#include "emulator/isa/memory.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

// width: the Scope.
const Op* fence(Warp& warp, const Op* op) {
    check::fence(warp.state->checks, warp.exec, static_cast<Scope>(op->width));
    return op + 1;
}

const Op* padding(Warp& warp, const Op* op) {
    check::note_padding({warp.state->checks, op, warp.rows, warp.exec});
    return op + 1;
}

constexpr Binding kBindings[] = {{"~fence", fence}, {"~padding", padding}};

}  // namespace

std::span<const Handler> fence_handlers() { return handlers<isa::fence_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
