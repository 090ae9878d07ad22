// The handlers of mbarrier.* and cp.async.mbarrier.arrive: lanes in order, each at its own mbarrier.
#include "emulator/decode/async_form.hpp"
#include "emulator/exec/async/async_state.hpp"
#include "emulator/exec/async/mbarrier.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/access.hpp"
#include "emulator/isa/async.hpp"

namespace simt::exec {

namespace {

// Calls act(lane, offset) for every lane, as long as it returns true. Prepare checks the address and what the race check
// knows of it.
template <class Act>
const Op* each_mbarrier(Warp& warp, const Op* op, generic::Prepare prepare, Act act) {
    const cost::OpCounters before = warp.state->worker->counters[op->index];
    generic::Access access;
    if (!prepare(warp, op, sizeof(u64), access)) return nullptr;
    // mbarriers have a unit of their own: no request of the load/store unit.
    cost::OpCounters& counters = warp.state->worker->counters[op->index];
    counters.requests = before.requests;
    counters.units = before.units;
    counters.conflicts = before.conflicts;
    for (u32 lanes = warp.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = generic::first_lane(lanes);
        if (!act(lane, static_cast<u32>(access.at(lane) - warp.state->block->checks.shared))) return nullptr;
    }
    return op + 1;
}

const Op* mbarrier_init(Warp& warp, const Op* op) {
    const u32* count = row<u32>(warp, op->slot[1]);
    return each_mbarrier(warp, op, generic::prepare_shared_store, [&](u32 lane, u32 offset) {
        return init_mbarrier(*warp.state, op, lane, offset, count[lane]);
    });
}

const Op* mbarrier_invalidate(Warp& warp, const Op* op) {
    return each_mbarrier(warp, op, generic::prepare_shared_atomic, [&](u32 lane, u32 offset) {
        return invalidate_mbarrier(*warp.state, op, lane, offset);
    });
}

// slot 1: the count, or with kExpectBytes the bytes.
const Op* mbarrier_arrive(Warp& warp, const Op* op) {
    u64* const state_before = row<u64>(warp, op->slot[0]);
    const u32* operand = row<u32>(warp, op->slot[1]);
    return each_mbarrier(warp, op, generic::prepare_shared_atomic, [&](u32 lane, u32 offset) {
        ArriveOptions options;
        if (op->width & kExpectBytes)
            options.expect_bytes = operand[lane];
        else
            options.count = operand[lane];
        options.drop = (op->width & kDrop) != 0;
        options.no_complete = (op->width & kNoComplete) != 0;
        return arrive_at_mbarrier(*warp.state, op, lane, offset, options, state_before[lane]);
    });
}

const Op* mbarrier_change_bytes(Warp& warp, const Op* op) {
    const u32* operand = row<u32>(warp, op->slot[1]);
    return each_mbarrier(warp, op, generic::prepare_shared_atomic, [&](u32 lane, u32 offset) {
        const s64 bytes = (op->width & kRemoveBytes) != 0 ? -s64{operand[lane]} : s64{operand[lane]};
        return change_mbarrier_bytes(*warp.state, op, lane, offset, bytes);
    });
}

const Op* mbarrier_test(Warp& warp, const Op* op) {
    u32 over_mask = 0;
    const Op* const next = each_mbarrier(warp, op, generic::prepare_shared_atomic, [&](u32 lane, u32 offset) {
        const bool odd = op->width != 0 ? (row<u32>(warp, op->slot[1])[lane] & 1u) != 0
                                        : MbarrierWord::unpack(row<u64>(warp, op->slot[1])[lane]).odd;
        bool over = false;
        const bool ok = poll_mbarrier(*warp.state, op, lane, offset, odd, over);
        over_mask |= static_cast<u32>(over) << lane;
        return ok;
    });
    if (next == nullptr) return nullptr;
    u32& result = *row<u32>(warp, op->slot[0]);
    result = (result & ~warp.exec) | over_mask;
    // Whoever has to wait gives up its turn at the loop's next backward branch, and others run.
    if (over_mask != warp.exec) warp.state->fuel = 0;
    return next;
}

const Op* mbarrier_pending_count(Warp& warp, const Op* op) {
    const u64* states = row<u64>(warp, op->slot[1]);
    u32* const counts = row<u32>(warp, op->slot[0]);
    for (u32 lanes = warp.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = generic::first_lane(lanes);
        counts[lane] = MbarrierWord::unpack(states[lane]).pending;
    }
    return op + 1;
}

const Op* copy_async_arrive(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    return each_mbarrier(warp, op, generic::prepare_shared_atomic, [&](u32 lane, u32 offset) {
        if (op->width == 0 && !expect_arrival(state, op, lane, offset)) return false;
        async_of(state).arrivals.push_back({&state, lane, state.last_copy, offset, op->index});
        return true;
    });
}

constexpr Binding kMbarrierBindings[] = {
    {"~mbarrier.init", mbarrier_init},
    {"~mbarrier.inval", mbarrier_invalidate},
    {"~mbarrier.change_bytes", mbarrier_change_bytes},
    {"~mbarrier.arrive", mbarrier_arrive},
    {"~mbarrier.test", mbarrier_test},
    {"~mbarrier.pending_count", mbarrier_pending_count},
    {"~copy_async.arrive", copy_async_arrive},
};

}  // namespace

std::span<const Handler> mbarrier_handlers() { return handlers<isa::mbarrier_forms, kMbarrierBindings>(); }

}  // namespace simt::exec
