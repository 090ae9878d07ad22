// Clusters of one block, which is what every launch without cluster dimensions is: barrier.cluster and mapa.
#include <algorithm>
#include <bit>

#include "emulator/check/check.hpp"
#include "emulator/exec/async/async_state.hpp"
#include "emulator/exec/cluster.hpp"

#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/access.hpp"
#include "emulator/exec/splits.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/isa/control.hpp"

namespace simt::exec {

// The phase ends when every thread that is left has arrived: those that wait go on.
void end_cluster_phase(WarpState& state) {
    Barrier& barrier = state.block->barriers[kClusterBarrier];
    if (barrier.arrived == 0 || barrier.arrived < state.block->live_threads) return;
    barrier.arrived = 0;
    AsyncState& async = async_of(state);
    ++async.cluster_phase;
    async.cluster_order = check::end_phase(state.checks);
    for (auto& warp : state.block->warps) {
        for (Split& split : warp->splits) {
            if (split.state != SplitState::AtBarrier || split.barrier != kClusterBarrier) continue;
            split.state = SplitState::Ready;
            ++split.pc;
            check::pass(warp->checks, async.cluster_order);
        }
    }
}

namespace {

const Op* cluster_arrive(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    AsyncState& async = async_of(state);
    for (u32 lanes = warp.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 thread = thread_of(state, generic::first_lane(lanes));
        if (async.cluster_arrived[thread] > async.cluster_phase) {
            stop_misuse(state, op->index, thread,
                        "barrier.cluster.arrive for the second time without a barrier.cluster.wait between");
            return nullptr;
        }
        async.cluster_arrived[thread] = async.cluster_phase + 1;
    }
    state.block->barriers[kClusterBarrier].arrived += static_cast<u32>(std::popcount(warp.exec));
    state.worker->progressed = true;
    end_cluster_phase(state);
    return op + 1;
}

const Op* cluster_wait(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    AsyncState& async = async_of(state);
    bool over = true;
    for (u32 lanes = warp.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 thread = thread_of(state, generic::first_lane(lanes));
        over = over && async.cluster_arrived[thread] <= async.cluster_phase;
    }
    if (over) {
        check::pass(state.checks, async.cluster_order);
        return op + 1;
    }
    Split& split = state.splits[static_cast<std::size_t>(state.current)];
    split.barrier = kClusterBarrier;
    split.arrived = warp.exec;
    return suspend(state, SplitState::AtBarrier, op);
}

// mapa: slots 0 to, 1 address, 2 rank in the cluster; width: bytes of an address.
const Op* map_to_rank(Warp& warp, const Op* op) {
    for (u32 lanes = warp.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = generic::first_lane(lanes);
        const u32 rank = row<u32>(warp, op->slot[2])[lane];
        if (rank != 0) {
            stop_misuse(*warp.state, op->index, thread_of(*warp.state, lane),
                        "mapa names block " + std::to_string(rank) + " of a cluster that has one block");
            return nullptr;
        }
        if (op->width == 8)
            row<u64>(warp, op->slot[0])[lane] = row<u64>(warp, op->slot[1])[lane];
        else
            row<u32>(warp, op->slot[0])[lane] = row<u32>(warp, op->slot[1])[lane];
    }
    return op + 1;
}

constexpr Binding kBindings[] = {
    {"~cluster.arrive", cluster_arrive},
    {"~cluster.wait", cluster_wait},
    {"~mapa", map_to_rank},
};

}  // namespace

std::span<const Handler> cluster_handlers() { return handlers<isa::cluster_forms, kBindings>(); }

}  // namespace simt::exec
