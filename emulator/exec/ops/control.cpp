// Control flow: branches, calls, exits, barriers. The decoder requests these ops by internal names.
#include <algorithm>

#include "emulator/check/barriers/collective_checks.hpp"
#include "emulator/exec/barriers.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/calls.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/exec/launch_record.hpp"
#include "emulator/exec/splits.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/exec/warp.hpp"
#include "emulator/isa/control.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

const Op* target_of(const Op* op) { return reinterpret_cast<const Op*>(op->immediate); }

// Goes on at `next` after a jump back. Such jumps use up the warp's turn, so a loop that waits for another warp lets
// that warp run. width: how much of the turn a jump uses (decode/branches.cpp: more in a loop that may be waiting).
const Op* after_jump_back(WarpState& state, const Op* op, const Op* next) {
    if (next == nullptr) return nullptr;
    state.waited |= op->width > 1;
    if (state.fuel <= op->width) return yield(state, next, op->width > 1);
    state.fuel -= op->width;
    return next;
}

const Op* jump(WarpState& state, const Op* op, const Op* target) {
    return target > op ? target : after_jump_back(state, op, target);
}

// Ignores helper ops: the jump over a guarded instruction is not a branch of the program.
void note_divergence(WarpState& state, const Op* op) {
    state.worker->counters.data()[op->index].divergent += op->counted;
    state.diverged |= op->counted != 0;
}

const Op* branch(Warp& warp, const Op* op) { return jump(*warp.state, op, target_of(op)); }

// slot[0]: the predicate, negated if guard_negated.
const Op* branch_if(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    const u32 active = state.active;
    const u32 predicate = *row<u32>(warp, op->slot[0]);
    const u32 taken = (op->guard_negated ? ~predicate : predicate) & active;
    if (taken == 0) return op + 1;
    if (taken == active) return jump(state, op, target_of(op));
    note_divergence(state, op);
    const Arm arms[] = {{active & ~taken, op + 1}, {taken, target_of(op)}};
    return diverge(state, state.worker->code->branches.data()[op->detail], arms, 2);
}

// brx.idx: slot[0] holds each lane's index into the list of targets.
const Op* branch_indexed(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    const Branch& targets = state.worker->code->branches.data()[op->detail];
    const u32* index = row<u32>(warp, op->slot[0]);
    Arm arms[kLanes];
    int count = 0;
    for (u32 left = state.active; left != 0;) {
        const u32 wanted = index[__builtin_ctz(left)];
        if (wanted >= targets.targets.size()) {
            stop_at(state, op, exec::Status::Trap, "brx.idx: index beyond the list of branch targets");
            return nullptr;
        }
        u32 same = 0;
        for (int lane = 0; lane < kLanes; ++lane) same |= static_cast<u32>(index[lane] == wanted) << lane;
        same &= left;
        left &= ~same;
        const Op* const target = targets.targets.data()[wanted];
        int arm = 0;  // several indices may name one target
        while (arm < count && arms[arm].target != target) ++arm;
        if (arm == count) arms[count++] = {0, target};
        arms[arm].mask |= same;
    }
    if (count == 1) return jump(state, op, arms[0].target);
    note_divergence(state, op);
    const bool back = std::any_of(arms, arms + count, [op](const Arm& arm) { return arm.target <= op; });
    const Op* const next = diverge(state, targets, arms, count);
    return back ? after_jump_back(state, op, next) : next;
}

const Op* join(Warp& warp, const Op* op) {
    return __builtin_expect(warp.state->join == op, 0) ? reconverge(*warp.state, op) : op + 1;
}

const Op* meet(Warp& warp, const Op* op) {
    check::meet(warp.state->checks, op->detail, warp.exec);
    return op + 1;
}

const Op* call(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    const CallSite& site = state.worker->code->calls.data()[op->detail];
    return call_function(state, site, site.function, op + 1);
}

const Op* function_return(Warp& warp, const Op*) { return return_from_function(*warp.state); }

const Op* exit(Warp& warp, const Op* op) { return exit_lanes(*warp.state, warp.exec, op + 1); }

const Op* trap(Warp& warp, const Op* op) {
    stop_at(*warp.state, op, exec::Status::Trap, "the kernel executed a trap instruction");
    return nullptr;
}

const Op* unsupported(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    stop_unsupported(state, op);
    return nullptr;
}

const Op* nothing(Warp&, const Op* op) { return op + 1; }

// slot[1]: the barrier's number. slot[2]: how many threads take part, or kNoSlot if all do. slot[3]: bar.red's predicate.
const Op* arrive(Warp& warp, const Op* op) {
    return arrive_at_barrier(*warp.state, op, false) ? op + 1 : nullptr;
}

const Op* barrier(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    if (!arrive_at_barrier(state, op, true)) return nullptr;
    return suspend(state, SplitState::AtBarrier, op);
}

const Op* clock(Warp& warp, const Op* op) {
    const u64 now = warp.state->block->clock;
    store_word(warp, op, op->width == 8 ? now : now >> op->immediate);
    return op + 1;
}

// The address of a .local variable: the frame's offset in the lanes' local memory plus the variable's.
const Op* local_address(Warp& warp, const Op* op) {
    const WarpState& state = *warp.state;
    const u64 base = state.splits.data()[state.current].frame->local_base;
    store_word(warp, op, base + static_cast<u64>(op->immediate));
    return op + 1;
}

constexpr Binding kBindings[] = {
    {"~branch", branch},
    {"~branch.if", branch_if},
    {"~branch.indexed", branch_indexed},
    {"~join", join},
    {"~meet", meet},
    {"~call", call},
    {"~return", function_return},
    {"~exit", exit},
    {"~trap", trap},
    {"~unsupported", unsupported},
    {"~nothing", nothing},
    {"~barrier", barrier},
    {"~barrier.arrive", arrive},
    {"~clock", clock},
    {"~local_address", local_address},
};

}  // namespace

std::span<const Handler> control_handlers() { return handlers<isa::control_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
