// Block barriers: threads arrive, the last one releases all. A barrier also orders shared-memory accesses.
#include "emulator/exec/barriers.hpp"

#include <bit>

#include "emulator/check/races/shared_order.hpp"
#include "emulator/exec/table.hpp"
#include "emulator/exec/warp.hpp"
#include "emulator/check/barriers/collective_checks.hpp"
#include "emulator/isa/families.hpp"

namespace simt::exec {

namespace {

enum ReduceMode : u8 { kNone, kPopc, kAnd, kOr };

// bar.red's result for the lanes of one split.
void write_result(const Split& split, const Barrier& barrier, const Op* op) {
    u8* const row = split.frame->rows + op->slot[0];
    for (u32 lanes = split.mask; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        if (op->width == kPopc) {
            reinterpret_cast<u32*>(row)[lane] = barrier.true_count;
            continue;
        }
        const bool truth =
            op->width == kAnd ? barrier.true_count == barrier.arrived : barrier.true_count != 0;
        u32& mask = *reinterpret_cast<u32*>(row);
        mask = truth ? mask | 1u << lane : mask & ~(1u << lane);
    }
}

// Every record so far is older than any epoch to come: the shadow starts anew.
void restart_epochs(Block& block) {
    constexpr u32 kBefore = 1u << SharedShadow::kEpochShift;
    // What has been written stays known as written, by nobody in particular and before everything to come.
    for (std::size_t unit = 0; unit < block.shadow.units; ++unit) {
        u32& writer = block.shadow.writer.record[unit];
        writer = writer >= block.first_epoch << SharedShadow::kEpochShift ? kBefore : 0;
        block.shadow.reader.record[unit] = 0;
    }
    block.first_epoch = 1;
    block.epoch = 2;
    for (auto& warp : block.warps) {
        warp->epoch = warp->barrier_epoch = warp->sync_epoch = 2;
        warp->lanes_met.clear();
        restart_clocks(*warp);
    }
}

// Warps that met know each other's accesses; what came before a meeting of all is not asked for any more.
void note_barrier(Block& block, u32 met, bool all) {
    bool everybody = true;
    for (const auto& warp : block.warps)
        everybody &= (met >> warp->number & 1u) != 0 || (all && warp->live == 0);
    for (const auto& warp : block.warps) {
        const bool here = (met >> warp->number & 1u) != 0;
        // Between some of the warps Block::order knows who comes before whom (shared_order.hpp).
        if (here && (everybody || warp->worker->races == nullptr)) warp->barrier_epoch = warp->epoch;
        if (everybody)
            restart_clocks(*warp);
        else if (here)
            note_clock(*warp);
    }
}

// A warp whose threads are all there counts as 32, however few they are.
u32 as_warps(u32 arrived, u32 live) {
    return arrived == live ? u32{kLanes} : static_cast<u32>(std::popcount(arrived));
}

// Of those who wait: threads that exit meanwhile are no longer missing in their warp.
u32 waiting_at(const Block& block, u32 number) {
    u32 count = 0;
    for (const auto& warp : block.warps) {
        u32 arrived = 0;
        for (const Split& split : warp->splits)
            if (split.state == SplitState::AtBarrier && split.barrier == number) arrived |= split.arrived;
        if (arrived != 0) count += as_warps(arrived, warp->live);
    }
    return count;
}

}  // namespace

void note_reads(Block& block) {
    static const Handler note = handler_of(isa::id("~note_reads"));
    if (block.shadow.read_count + block.shadow.scattered_count != 0) note(block.warps[0]->warp, nullptr);
}

void next_epoch(WarpState& state) {
    note_reads(*state.block);
    if (state.block->epoch >= SharedShadow::kLastEpoch) {
        restart_epochs(*state.block);
        return;
    }
    state.epoch = ++state.block->epoch;
}

bool arrive_at_barrier(WarpState& state, const Op* op, bool waits) {
    const u32 exec = state.warp.exec;
    const int lane = std::countr_zero(exec);
    const u8* const rows = state.warp.rows;
    const u32 number = reinterpret_cast<const u32*>(rows + op->slot[1])[lane] % kBarriers;
    Barrier& barrier = state.block->barriers[number];
    if (op->slot[2] != kNoSlot) {
        const u32 count = reinterpret_cast<const u32*>(rows + op->slot[2])[lane];
        if (!check_barrier_count(state, op, static_cast<u32>(lane), barrier, count, waits)) return false;
        barrier.expected = count;
    }
    barrier.arrived += static_cast<u32>(std::popcount(exec));
    if (!waits) {
        u8& before = barrier.passed_of[state.number];
        const u32 now = exec == state.live ? kLanes - before % kLanes : static_cast<u32>(std::popcount(exec));
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
    return true;
}

void leave_at_barrier(WarpState& state) {
    if (state.worker->races == nullptr) return;
    state.block->order.arrive(state.splits[state.current].barrier, state.number);
    note_fence(state);
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
        if (all)
            block.shadow.forget_reads();  // they come before everything from now on
        else
            note_reads(block);
        if (block.epoch >= SharedShadow::kLastEpoch) restart_epochs(block);
        const u32 epoch = ++block.epoch;
        for (auto& warp : block.warps) {
            bool waited = false;
            check_barrier_places(*warp, number);
            for (Split& split : warp->splits) {
                if (split.state != SplitState::AtBarrier || split.barrier != number) continue;
                if (split.pc->width != kNone) write_result(split, barrier, split.pc);
                split.state = SplitState::Ready;
                ++split.pc;
                waited = true;
            }
            met |= static_cast<u32>(waited) << warp->number;
            if (!waited) continue;
            warp->epoch = warp->sync_epoch = epoch;
            warp->lanes_met.clear();
        }
        if (block.warps[0]->worker->races != nullptr) block.order.barrier(number, met, all);
        note_barrier(block, met, all);
        barrier = Barrier{};
        released = true;
    }
    return released;
}

}  // namespace simt::exec
