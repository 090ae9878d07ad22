// The interpreter's loop: one warp, until it has nothing to run or its turn is over.
#include "emulator/check/definedness/doubts.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/access.hpp"
#include "emulator/exec/warp.hpp"
#include "emulator/exec/splits.hpp"
#include "emulator/isa/control.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

// careful: the turn ends after WarpState::steps instructions, if there are any; doubtful values are followed.
template <bool careful>
const Op* interpret(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    const Code& code = *state.worker->code;
    observe::OpCounters* const counters = state.worker->counters.data();
    u64& clock = state.block->clock;
    const bool limited = careful && state.steps != 0;
    while (op != nullptr) {
        if (limited) {
            const OpInfo* const info = code.info.data() + op->index;
            // Between two instructions; an instruction may be several ops.
            if (state.steps == 0 && (op->index == 0 || info->source != info[-1].source)) {
                preempt(state, op);
                return nullptr;
            }
            state.steps -= state.steps != 0;
        }
        u32 exec = state.active;
        if (op->guard != kNoGuard) {
            const u32 guard = *row<u32>(warp, op->guard);
            exec &= op->guard_negated ? ~guard : guard;
        }
        if (careful && state.doubts != nullptr) follow_doubts(state, op, exec);
        observe::OpCounters& count = counters[op->index];
        count.executed += 1;
        count.lanes += static_cast<u32>(__builtin_popcount(exec));
        clock += 1;
        if (exec == 0) {
            ++op;
            continue;
        }
        warp.exec = exec;
        op = op->handler(warp, op);
        if (careful && state.doubts != nullptr && !state.doubts->copied.empty()) leave_unwritten(state);
    }
    return nullptr;
}

const Op* run(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    if (state.steps == 0 && state.doubts == nullptr) return interpret<false>(warp, op);
    state.careful = true;
    interpret<true>(warp, op);
    state.careful = false;
    return nullptr;
}

constexpr Binding kBindings[] = {{"~run", run}};

}  // namespace

const Op* go_on_carefully(Warp& warp, const Op* op) {
    warp.state->doubtful_load = false;
    return run(warp, op);
}

std::span<const Handler> run_handlers() { return handlers<isa::run_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
