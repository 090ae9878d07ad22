// The handlers of mbarrier.* and cp.async.mbarrier.arrive: lanes in order, each at its own mbarrier.
#include "emulator/decode/async_form.hpp"
#include "emulator/exec/async/mbarrier.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/memory_shared.hpp"
#include "emulator/isa/async.hpp"

namespace simt::exec {

namespace {

// Calls act(lane, access) for every lane, as long as it returns true. Prepare checks the address and what the race check
// knows of it.
template <class Act>
const Op* each_mbarrier(Warp& warp, const Op* op, generic::Prepare prepare, Act act) {
    WarpState& state = *warp.state;
    cost::OpCounters& counters = state.worker->counters[op->index];
    const cost::OpCounters before = counters;
    generic::Access access;
    if (!prepare(warp, op, sizeof(u64), access)) return nullptr;
    counters = before;  // mbarriers have a unit of their own: no request of the load/store unit
    for (const u32 lane : Lanes(warp.exec)) {
        const u32 offset = static_cast<u32>(access.at(lane) - state.block->checks.shared);
        if (!act(lane, MbarrierAccess{state, op, thread_of(state, lane), offset})) return nullptr;
    }
    return op + 1;
}

const Op* mbarrier_init(Warp& warp, const Op* op) {
    const u32* count = row<u32>(warp, op->slot[1]);
    return each_mbarrier(warp, op, generic::prepare_shared<Kind::Store>,
                         [&](u32 lane, const MbarrierAccess& at) { return init_mbarrier(at, count[lane]); });
}

const Op* mbarrier_invalidate(Warp& warp, const Op* op) {
    return each_mbarrier(warp, op, generic::prepare_shared<Kind::Atomic>,
                         [](u32, const MbarrierAccess& at) { return invalidate_mbarrier(at); });
}

// slot 1: the count, or with kExpectBytes the bytes.
const Op* mbarrier_arrive(Warp& warp, const Op* op) {
    u64* const state_before = row<u64>(warp, op->slot[0]);
    const u32* operand = row<u32>(warp, op->slot[1]);
    const bool expects = (op->width & kExpectBytes) != 0;
    return each_mbarrier(warp, op, generic::prepare_shared<Kind::Atomic>,
                         [&](u32 lane, const MbarrierAccess& at) {
                             const ArriveOptions options{.count = expects ? 1 : operand[lane],
                                                         .expect_bytes = expects ? operand[lane] : 0,
                                                         .drop = (op->width & kDrop) != 0,
                                                         .no_complete = (op->width & kNoComplete) != 0};
                             return arrive_at_mbarrier(at, options, state_before[lane]);
                         });
}

const Op* mbarrier_change_bytes(Warp& warp, const Op* op) {
    const u32* operand = row<u32>(warp, op->slot[1]);
    const s64 sign = (op->width & kRemoveBytes) != 0 ? -1 : 1;
    return each_mbarrier(
        warp, op, generic::prepare_shared<Kind::Atomic>,
        [&](u32 lane, const MbarrierAccess& at) { return change_mbarrier_bytes(at, sign * operand[lane]); });
}

const Op* mbarrier_test(Warp& warp, const Op* op) {
    u32 over_mask = 0;
    const auto poll = [&](u32 lane, const MbarrierAccess& at) {
        const bool odd = op->width != 0 ? (row<u32>(warp, op->slot[1])[lane] & 1u) != 0
                                        : MbarrierWord::unpack(row<u64>(warp, op->slot[1])[lane]).odd;
        bool over = false;
        const bool ok = poll_mbarrier(at, odd, over);
        over_mask |= static_cast<u32>(over) << lane;
        return ok;
    };
    const Op* const next = each_mbarrier(warp, op, generic::prepare_shared<Kind::Atomic>, poll);
    if (next == nullptr) return nullptr;
    generic::store_mask(warp.rows, op->slot[0], warp.exec, over_mask);
    // A thread that has to wait gives up its turn at the loop's next backward branch, and others run.
    if (over_mask != warp.exec) warp.state->fuel = 0;
    return next;
}

const Op* mbarrier_pending_count(Warp& warp, const Op* op) {
    for (const u32 lane : Lanes(warp.exec))
        row<u32>(warp, op->slot[0])[lane] = MbarrierWord::unpack(row<u64>(warp, op->slot[1])[lane]).pending;
    return op + 1;
}

const Op* copy_async_arrive(Warp& warp, const Op* op) {
    return each_mbarrier(warp, op, generic::prepare_shared<Kind::Atomic>,
                         [&](u32 lane, const MbarrierAccess& at) {
                             if (op->width == 0 && !expect_arrival(at)) return false;
                             async_of(at.state).arrivals.push_back(
                                 {&at.state, lane, at.state.last_copy, at.offset, op->index});
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
