// Ops that matter only to the checks. All threads here see the same memory at once, so membar and fence change no
// values; they only order accesses for the race checks. ~padding marks the bytes between the members of a structure that
// a kernel stores. ~watch.read and ~watch.write stand before instructions that name a watched register.
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

const Op* watch_write(Warp& warp, const Op* op) {
    *row<u32>(warp, op->slot[0]) |= warp.exec;
    return op + 1;
}

const Op* watch_read(Warp& warp, const Op* op) {
    u32& written = *row<u32>(warp, op->slot[0]);
    const u32 unset = warp.exec & ~written;
    if (__builtin_expect(unset == 0, 1)) return op + 1;
    written |= unset;  // from here on, its definedness is known
    return check::read_unset(warp.state->checks, op, unset) ? switch_loops(*warp.state, op + 1) : op + 1;
}

constexpr Binding kBindings[] = {
    {"~fence", fence}, {"~padding", padding}, {"~watch.read", watch_read}, {"~watch.write", watch_write}};

}  // namespace

std::span<const Handler> fence_handlers() { return handlers<isa::fence_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
