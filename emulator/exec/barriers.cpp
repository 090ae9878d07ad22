// See barriers.hpp. The last thread to arrive at a barrier releases the others.
#include "emulator/exec/barriers.hpp"

#include <bit>

#include "emulator/check/check.hpp"
#include "emulator/exec/async/async_state.hpp"
#include "emulator/exec/stop.hpp"

namespace simt::exec {

namespace {

enum ReduceMode : u8 { kNone, kPopc, kAnd, kOr };

// bar.red's result for the lanes of one split.
void write_result(const Split& split, const Barrier& barrier, const Op* op) {
    u32* const row = reinterpret_cast<u32*>(split.frame->rows + op->slot[0]);
    if (op->width == kPopc) {
        for (const u32 lane : Lanes(split.mask)) row[lane] = barrier.true_count;
    } else {
        const bool all = barrier.true_count == barrier.arrived, any = barrier.true_count != 0;
        *row = (op->width == kAnd ? all : any) ? *row | split.mask : *row & ~split.mask;
    }
}

// A warp whose threads have all arrived counts as 32 threads, even if it has fewer.
u32 as_warps(u32 arrived, u32 live) {
    return arrived == live ? u32{kLanes} : static_cast<u32>(std::popcount(arrived));
}

// The number of waiting threads, in whole warps: nobody waits for a thread that has exited.
u32 waiting_at(const Block& block, u32 number) {
    u32 count = 0;
    for (const auto& warp : block.warps) {
        u32 arrived = 0;
        for (const Split& split : warp->splits)
            if (split.state == SplitState::AtBarrier && split.barrier == number) arrived |= split.arrived;
        if (arrived != 0) count += as_warps(arrived, warp->checks.live);
    }
    return count;
}

}  // namespace

bool arrive_at_barrier(WarpState& state, const Op* op, bool waits) {
    const u32 exec = state.warp.exec;
    const u32 lane = static_cast<u32>(std::countr_zero(exec));
    const u8* const rows = state.warp.rows;
    const u32 number = reinterpret_cast<const u32*>(rows + op->slot[1])[lane] % kBarriers;
    Barrier& barrier = state.block->barriers[number];
    if (op->slot[2] != kNoSlot) {
        const u32 count = reinterpret_cast<const u32*>(rows + op->slot[2])[lane];
        const bool differs = barrier.arrived != 0 && barrier.expected != count;
        if (!check::check_barrier_count(state.checks, op, lane, count, waits, differs))
            return stop_at(state, op, Status::IllegalInstruction,
                           differs
                               ? "threads meet at a barrier of which they give different numbers of threads"
                               : "a barrier's number of threads is no multiple of 32");
        barrier.expected = count;
    }
    barrier.arrived += static_cast<u32>(std::popcount(exec));
    if (!waits) {
        u8& before = barrier.passed_of[state.checks.number];
        const u32 now =
            exec == state.checks.live ? kLanes - before % kLanes : static_cast<u32>(std::popcount(exec));
        barrier.passed += now;
        before = static_cast<u8>(before + now);
    }
    if (op->slot[3] != kNoSlot) {
        const u32 predicate =
            *reinterpret_cast<const u32*>(rows + op->slot[3]) ^ (op->immediate != 0 ? kAllLanes : 0);
        barrier.true_count += static_cast<u32>(std::popcount(exec & predicate));
    }
    Split& split = state.splits[state.current];
    split.barrier = number;
    split.arrived = exec;
    if (!waits) check::arrive(state.checks, number);
    return true;
}

bool release_barriers(Block& block) {
    bool released = false;
    for (u32 number = 0; number < kBarriers; ++number) {
        Barrier& barrier = block.barriers[number];
        if (barrier.arrived == 0) continue;
        const bool all = barrier.expected == 0;
        if (all ? barrier.arrived < block.live_threads
                : barrier.passed + waiting_at(block, number) < barrier.expected)
            continue;
        u32 met = 0;
        const check::WarpChecks* first_warp = nullptr;
        check::WaitingLanes first{};
        for (auto& warp : block.warps) {
            check::WaitingLanes waiting[kLanes];
            u32 count = 0;
            for (Split& split : warp->splits) {
                if (split.state != SplitState::AtBarrier || split.barrier != number) continue;
                waiting[count++] = {split.pc, split.mask};
                if (split.pc->width != kNone) write_result(split, barrier, split.pc);
                split.state = SplitState::Ready;
                ++split.pc;
            }
            if (count == 0) continue;
            if (count > 1) check::check_barrier_places(warp->checks, std::span(waiting, count));
            if (all) {
                if (first_warp == nullptr) {
                    first_warp = &warp->checks;
                    first = waiting[0];
                } else if (waiting[0].op != first.op) {
                    check::check_barrier_warps(warp->checks, waiting[0], *first_warp, first);
                }
                check::pass_barrier(warp->checks, waiting[0].op);
            }
            met |= 1u << warp->checks.number;
        }
        check::barrier(block.checks, number, met, all);
        barrier = Barrier{};
        released = true;
    }
    return released;
}

void end_cluster_phase(Cluster& cluster) {
    u32 arrived = 0;
    for (const Block* block : cluster.blocks) arrived += block->barriers[kClusterBarrier].arrived;
    if (arrived == 0 || arrived < cluster.live_threads()) return;
    for (Block* block : cluster.blocks) {
        block->barriers[kClusterBarrier].arrived = 0;
        block->idle = 0;
        if (block->live_threads == 0) continue;
        AsyncState& async = async_of(*block->warps[0]);
        ++async.cluster_phase;
        async.cluster_order = check::end_phase(block->warps[0]->checks);
        for (auto& warp : block->warps)
            for (Split& split : warp->splits) {
                if (split.state != SplitState::AtBarrier || split.barrier != kClusterBarrier) continue;
                split.state = SplitState::Ready;
                ++split.pc;
                pass_cluster_phase(*warp);
            }
    }
    check::meet(cluster.blocks[0]->checks.cluster);
}

void pass_cluster_phase(WarpState& state) {
    const AsyncState& async = async_of(state);
    check::pass(state.checks, async.cluster_order);
    check::acquire_from_cluster(state.checks, async.cluster_phase);
}

}  // namespace simt::exec
