// Calls through pointers: lanes whose pointers differ go one group after the other, and meet again behind the call.
#include "emulator/exec/indirect_calls.hpp"
#include "emulator/exec/launch_record.hpp"

#include <bit>
#include <cstdio>
#include <optional>

#include "emulator/exec/launch_summary.hpp"
#include "emulator/exec/one_lane.hpp"
#include "emulator/exec/source_places.hpp"
#include "emulator/exec/splits.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/exec/warp.hpp"

namespace simt::exec {

namespace {

std::string hexadecimal(u64 value) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
    return text;
}

// What is wrong with a pointer that names no function of this kernel's module.
std::string what_it_is(const WarpState& state, u64 pointer) {
    if (pointer == 0) return "a null pointer";
    const std::string value = hexadecimal(pointer);
    if (pointer >= kCodeWindow && pointer < kCodeWindow + memory::kWindowSize && pointer % 16 == 0)
        return value +
               ", a function of another file that is not linked with this one: build both with -rdc=true";
    if (const memory::Allocation* held = state.worker->launch->space->find(pointer))
        return value + ", which is no function but memory (" + held->label + ")";
    return value + ", which is no function (one of the host's, or a pointer that was never set?)";
}

bool same_sizes(const std::vector<ParamSlot>& one, const std::vector<ParamSlot>& other) {
    if (one.size() != other.size()) return false;
    for (std::size_t k = 0; k < one.size(); ++k)
        if (one[k].size != other[k].size) return false;
    return true;
}

const Op* stop_at_call(WarpState& state, const Op* op, u32 lane, const std::string& what) {
    const Dim3 block = state.block->index, thread = thread_index(state, lane);
    const auto triple = [](const Dim3& at) {
        return "(" + std::to_string(at.x) + "," + std::to_string(at.y) + "," + std::to_string(at.z) + ")";
    };
    stop(state, exec::Status::InvalidPc,
         "thread " + triple(thread) + " of block " + triple(block) + " " + what + ", at " +
             place_of(*state.worker->launch->kernel, state.worker->code->info[op->index].source));
    return nullptr;
}

}  // namespace

const Op* call_through_pointer(WarpState& state, const Op* op) {
    const u64* pointer = row<u64>(state.warp, op->slot[0]);
    Arm arms[kLanes];
    u64 value[kLanes];
    int count = 0;
    for (u32 left = state.active; left != 0;) {
        value[count] = pointer[std::countr_zero(left)];
        arms[count] = {0, op};
        for (u32 lane = 0; lane < kLanes; ++lane)
            if ((left >> lane & 1u) != 0 && pointer[lane] == value[count]) arms[count].mask |= 1u << lane;
        left &= ~arms[count++].mask;
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
    const auto target = code.function_at.find(value[0]);
    if (target == code.function_at.end())
        return stop_at_call(state, op, lane, "calls through " + what_it_is(state, value[0]));
    const CallSite& site = code.calls[op->detail];
    const FunctionCode& function = code.functions[target->second];
    if (!same_sizes(site.arguments, function.parameters) || !same_sizes(site.returns, function.returns))
        return stop_at_call(state, op, lane,
                            "calls " + demangle(function.source->name) +
                                " through a pointer of another type: its arguments or its result differ");
    return call_function(state, site, target->second, op + 1);
}

}  // namespace simt::exec
