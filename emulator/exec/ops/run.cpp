// The interpreter's loop: runs one warp until it has nothing to run or its turn is over.
#include "emulator/check/check.hpp"
#include "emulator/exec/async/warpgroup.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/exec/splits.hpp"
#include "emulator/exec/table.hpp"
#include "emulator/exec/tracer.hpp"
#include "emulator/exec/warp.hpp"
#include "emulator/isa/control.hpp"
#include "emulator/isa/families.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

// careful: propagates undefined values, watches the registers of wgmma, records accesses, and ends the turn after WarpState::steps instructions if it is
// limited.
template <bool careful>
void interpret(Warp& warp, const Op* op, bool limited) {
    WarpState& state = *warp.state;
    const Code& code = *state.worker->code;
    static const Handler jump = handler_of(isa::id("~branch.if"));
    cost::OpCounters* const counters = state.worker->counters.data();
    u64& clock = state.block->clock;
    while (op != nullptr) {
        if (careful && limited) {
            const OpInfo* const info = code.info.data() + op->index;
            // Stops only between two instructions; an instruction may be several ops.
            if (state.steps == 0 && (op->index == 0 || info->source != info[-1].source)) {
                preempt(state, op);
                return;
            }
            state.steps -= state.steps != 0;
        }
        u32 exec = state.active;
        if (op->guard != kNoGuard) {
            const u32 guard = *row<u32>(warp, op->guard);
            exec &= op->guard_negated ? ~guard : guard;
        }
        if (careful && state.products != nullptr && !watch_registers(state, op)) return;
        if (careful && state.checks.undefined != nullptr)
            check::propagate(state.checks, op, state.active, exec, op->handler == jump);
        cost::OpCounters& count = counters[op->index];
        count.executed += 1;
        count.lanes += static_cast<u32>(__builtin_popcount(exec));
        clock += 1;
        if (exec == 0) {
            ++op;
            continue;
        }
        warp.exec = exec;
        if (careful && state.tracer != nullptr) state.tracer->before(warp, op);
        op = op->handler(warp, op);
        if (careful && state.tracer != nullptr) state.tracer->after();
        if (careful && state.checks.undefined != nullptr) check::after_op(state.checks);
    }
}

const Op* run(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    const bool limited = state.steps != 0;
    const auto next = [&state] {
        const Op* const at = state.continue_at;
        state.continue_at = nullptr;
        return at;
    };
    if (!is_careful(state)) {
        interpret<false>(warp, op, false);
        op = next();
    }
    for (; op != nullptr; op = next()) interpret<true>(warp, op, limited);
    return nullptr;
}

constexpr Binding kBindings[] = {{"~run", run}};

}  // namespace

std::span<const Handler> run_handlers() { return handlers<isa::run_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
