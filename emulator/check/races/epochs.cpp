// See epochs.hpp.
#include "emulator/check/races/epochs.hpp"

#include <algorithm>

#include "emulator/check/races/global_races.hpp"
#include "emulator/check/races/shared_order.hpp"

namespace simt::check {

namespace {

// The epochs have run out: resets the shadow, so that all records so far are older than any later epoch.
void restart_epochs(BlockChecks& block) {
    constexpr u32 kBefore = 1u << SharedShadow::kEpochShift;
    // Written units stay written, but before all later accesses and by no particular thread.
    for (std::size_t unit = 0; unit < block.shadow.units; ++unit) {
        u32& writer = block.shadow.writer.record[unit];
        writer = writer >= block.first_epoch << SharedShadow::kEpochShift ? kBefore : 0;
        block.shadow.reader.record[unit] = 0;
    }
    block.first_epoch = 1;
    block.epoch = 2;
    begin_epochs(block);
}

// Orders the accesses of warps that met. If all warps met, drops the clocks of earlier accesses.
void note_barrier(BlockChecks& block, u32 met, bool all) {
    bool everybody = true;
    for (const WarpChecks* warp : block.warps)
        everybody &= (met >> warp->number & 1u) != 0 || (all && warp->live == 0);
    for (WarpChecks* warp : block.warps) {
        const bool here = (met >> warp->number & 1u) != 0;
        // If only some warps met, BlockChecks::order has their order (shared_order.hpp).
        if (here && (everybody || warp->worker->races == nullptr)) warp->barrier_epoch = warp->epoch;
        if (everybody)
            restart_clocks(*warp);
        else if (here)
            note_clock(*warp);
    }
}

}  // namespace

void next_epoch(WarpChecks& warp) {
    note_kept(*warp.block);
    if (warp.block->epoch >= SharedShadow::kLastEpoch) {
        restart_epochs(*warp.block);
        return;
    }
    warp.epoch = ++warp.block->epoch;
}

void begin_epochs(BlockChecks& block) {
    for (WarpChecks* warp : block.warps) {
        warp->epoch = warp->barrier_epoch = warp->sync_epoch = block.epoch;
        warp->lanes_met.clear();
        restart_clocks(*warp);
    }
}

void barrier(BlockChecks& block, u32 number, u32 met, bool all) {
    if (all) block.shadow.forget_reads();  // they come before all later accesses
    note_kept(block);
    if (block.epoch >= SharedShadow::kLastEpoch) restart_epochs(block);
    const u32 epoch = ++block.epoch;
    for (WarpChecks* warp : block.warps) {
        if ((met >> warp->number & 1u) == 0) continue;
        warp->epoch = warp->sync_epoch = epoch;
        warp->lanes_met.clear();
    }
    if (block.worker->races != nullptr) block.order.barrier(number, met, all);
    note_barrier(block, met, all);
}

void warp_barrier(WarpChecks& warp, u32 lanes) {
    const bool all = (warp.live & ~lanes) == 0;
    next_epoch(warp);
    if (all) {
        warp.sync_epoch = warp.epoch;
        warp.lanes_met.clear();
    } else {
        warp.lanes_met.meet(lanes, warp.epoch);
    }
    if (warp.worker->races == nullptr) return;
    warp.block->order.warp_barrier(warp.number, lanes, all);
    note_clock(warp);
}

u32 end_phase(WarpChecks& warp) {
    next_epoch(warp);
    for (WarpChecks* each : warp.block->warps) each->epoch = warp.block->epoch;
    return warp.block->epoch;
}

void pass(WarpChecks& warp, u32 epoch) {
    const u32 order = std::min(epoch, warp.block->epoch);
    warp.barrier_epoch = std::max(warp.barrier_epoch, order);
    warp.sync_epoch = std::max(warp.sync_epoch, order);
}

void pass_mbarrier(WarpChecks& warp, u32 epoch, u32 offset) {
    pass(warp, epoch);
    order_acquire(warp, shared_key(warp, offset), warp.block->cluster.size() < 2);
}

void arrive(WarpChecks& warp, u32 number) {
    if (warp.worker->races == nullptr) return;
    warp.block->order.arrive(number, warp.number);
    note_fence(warp);
}

}  // namespace simt::check
