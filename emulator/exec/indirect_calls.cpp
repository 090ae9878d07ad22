// Calls through pointers: lanes whose pointers differ go one group after the other, and meet again behind the call.
#include "emulator/exec/indirect_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "emulator/exec/source_places.hpp"
#include "emulator/exec/splits.hpp"
#include "emulator/exec/stop.hpp"

namespace simt::exec {

namespace {

// What is wrong with a pointer that names no function of this kernel's module.
std::string what_it_is(const WarpState& state, u64 pointer) {
    if (pointer == 0) return "a null pointer";
    if (pointer >= kCodeWindow && pointer < kCodeWindow + memory::kWindowSize && pointer % 16 == 0)
        return fmt::format(
            "{:#x}, a function of another file that is not linked with this one: build both with -rdc=true",
            pointer);
    if (const memory::Allocation* held = state.worker->launch->space->find(pointer))
        return fmt::format("{:#x}, which is no function but memory ({})", pointer, held->label);
    return fmt::format("{:#x}, which is no function (one of the host's, or a pointer that was never set?)",
                       pointer);
}

bool same_sizes(const std::vector<ParamSlot>& one, const std::vector<ParamSlot>& other) {
    return std::ranges::equal(one, other, {}, &ParamSlot::size, &ParamSlot::size);
}

Stopped stop_at_call(WarpState& state, const Op* op, u32 lane, const std::string& what) {
    return stop(state, Status::InvalidPc,
                fmt::format("{} {}, at {}", name_of(state, thread_of(state, lane)), what,
                            place_of(*state.worker, op->index)));
}

}  // namespace

const Op* call_through_pointer(WarpState& state, const Op* op) {
    const u64* pointer = row<u64>(state.warp, op->slot[0]);
    Arm arms[kLanes];
    int count = 0;
    for (u32 left = state.active; left != 0; left &= ~arms[count++].mask) {
        arms[count] = {0, op};
        for (const u32 lane : Lanes(left))
            if (pointer[lane] == pointer[std::countr_zero(left)]) arms[count].mask |= 1u << lane;
    }
    const Code& code = *state.worker->code;
    if (count > 1) {
        // Each group comes here again by itself, and its turn is the one that counts.
        cost::OpCounters& counters = state.worker->counters[op->index];
        counters.executed -= 1;
        counters.lanes -= static_cast<u32>(std::popcount(state.active));
        state.diverged = true;
        Branch divergent;
        divergent.reconverge = op + 1;
        return diverge(state, divergent, arms, count);
    }
    const u32 lane = static_cast<u32>(std::countr_zero(state.active));
    const auto target = code.function_at.find(pointer[lane]);
    if (target == code.function_at.end())
        return stop_at_call(state, op, lane, "calls through " + what_it_is(state, pointer[lane]));
    const CallSite& site = code.calls[op->detail];
    const FunctionCode& function = code.functions[target->second];
    if (!same_sizes(site.arguments, function.parameters) || !same_sizes(site.returns, function.returns))
        return stop_at_call(state, op, lane,
                            "calls " + demangle(function.source->name) +
                                " through a pointer of another type: its arguments or its result differ");
    return call_function(state, site, target->second, op + 1);
}

}  // namespace simt::exec
