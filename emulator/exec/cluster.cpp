// barrier.cluster, mapa, getctarank. Without cluster dimensions every block is its own cluster.
#include <bit>
#include <cstring>

#include "emulator/address_windows.hpp"
#include "emulator/check/check.hpp"
#include "emulator/exec/async/async_state.hpp"
#include "emulator/exec/barriers.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/splits.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/isa/control.hpp"

namespace simt::exec {

namespace {

const Op* cluster_arrive(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    AsyncState& async = async_of(state);
    for (const u32 lane : Lanes(warp.exec)) {
        const u32 thread = thread_of(state, lane);
        if (async.cluster_arrived[thread] > async.cluster_phase)
            return stop_misuse(
                state, op, thread,
                "barrier.cluster.arrive for the second time without a barrier.cluster.wait between");
        async.cluster_arrived[thread] = async.cluster_phase + 1;
    }
    state.block->barriers[kClusterBarrier].arrived += static_cast<u32>(std::popcount(warp.exec));
    state.worker->progressed = true;
    if (op->width == 0) check::release_to_cluster(state.checks, warp.exec, async.cluster_phase);
    end_cluster_phase(*state.block->cluster);
    return op + 1;
}

const Op* cluster_wait(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    AsyncState& async = async_of(state);
    bool over = true;
    for (const u32 lane : Lanes(warp.exec))
        over = over && async.cluster_arrived[thread_of(state, lane)] <= async.cluster_phase;
    if (over) {
        pass_cluster_phase(state);
        return op + 1;
    }
    Split& split = state.splits[state.current];
    split.barrier = kClusterBarrier;
    split.arrived = warp.exec;
    return suspend(state, SplitState::AtBarrier, op);
}

// slot[0]: destination. slot[1]: address. slot[2]: the block's rank in the cluster. width: bytes of an address.
const Op* map_to_rank(Warp& warp, const Op* op) {
    const std::size_t size = warp.state->block->cluster->blocks.size();
    for (const u32 lane : Lanes(warp.exec)) {
        const u32 rank = row<u32>(warp, op->slot[2])[lane];
        if (rank >= size)
            return stop_misuse(*warp.state, op, thread_of(*warp.state, lane),
                               "mapa names block " + std::to_string(rank) + " of a cluster that has " +
                                   (size == 1 ? "one block" : std::to_string(size) + " blocks"));
        const u32 at = lane * op->width;
        u64 address = 0;
        std::memcpy(&address, warp.rows + op->slot[1] + at, op->width);
        address = memory::in_block(address, rank);
        std::memcpy(warp.rows + op->slot[0] + at, &address, op->width);
    }
    return op + 1;
}

// slot[0]: the rank of the block to whose shared memory the address in slot[1] belongs. width: bytes of an address.
const Op* rank_of_address(Warp& warp, const Op* op) {
    for (const u32 lane : Lanes(warp.exec)) {
        u64 address = 0;
        std::memcpy(&address, warp.rows + op->slot[1] + lane * op->width, op->width);
        row<u32>(warp, op->slot[0])[lane] =
            memory::names_block(address) ? memory::rank_in(address) : warp.state->block->rank;
    }
    return op + 1;
}

constexpr Binding kBindings[] = {
    {"~cluster.arrive", cluster_arrive},
    {"~cluster.wait", cluster_wait},
    {"~mapa", map_to_rank},
    {"~getctarank", rank_of_address},
};

}  // namespace

std::span<const Handler> cluster_handlers() { return handlers<isa::cluster_forms, kBindings>(); }

}  // namespace simt::exec
