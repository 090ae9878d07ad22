// See cluster_access.hpp.
#include "emulator/check/races/cluster_access.hpp"

#include <optional>

#include "emulator/check/races/epochs.hpp"
#include "emulator/check/races/global_races.hpp"
#include "emulator/check/record.hpp"

namespace simt::check {

namespace {

constexpr u32 kInFlightEpoch = SharedShadow::kLastEpoch << SharedShadow::kEpochShift;

bool is_strong_load_or_store(const Op* op, Kind kind) {
    return kind != Kind::Atomic && (op->detail & kStrong) != 0;
}

// An atomic or a flag may release or acquire, as in the owner's own accesses (order_shared_access).
void order_access(const Instruction& at, u32 lane, const BlockChecks& owner, u32 offset, Kind kind) {
    WarpChecks& warp = at.warp;
    const u64 key = shared_key(*owner.warps[0], offset);
    if ((at.op->detail & kReleases) != 0) fence(warp, 1u << lane, kDeviceScope);
    if (kind != Kind::Store && (at.op->detail & kNoResult) == 0) order_acquire(warp, key, false);
    if (kind != Kind::Load)
        warp.worker->races->space.release(warp.block->order, warp.number, lane, key, false);
}

// Names a phase of the cluster's barrier among the variables of OrderSpace; shared_key has bit 63.
u64 phase_key(const BlockChecks& block, u32 phase) {
    return u64{1} << 62 | block.cluster[0]->linear << 24 | (phase & 0xffffff);
}

}  // namespace

void release_to_cluster(WarpChecks& warp, u32 lanes, u32 phase) {
    if (warp.worker->races == nullptr || warp.block->cluster.size() < 2) return;
    fence(warp, lanes, kDeviceScope);
    for (const u32 lane : Lanes(lanes))
        warp.worker->races->space.release(warp.block->order, warp.number, lane, phase_key(*warp.block, phase),
                                          false);
}

void acquire_from_cluster(WarpChecks& warp, u32 phase) {
    if (warp.block->cluster.size() > 1) order_acquire(warp, phase_key(*warp.block, phase - 1), false);
}

u64 block_of(const BlockChecks& block, u32 record, u32 offset) {
    if (record < kInFlightEpoch) return block.linear;
    const u32 unit = offset / block.worker->code->shared_unit;
    for (const auto* by : {&block.written_by, &block.read_by})
        if (const auto found = by->find(unit); found != by->end()) return found->second;
    return block.linear;
}

void note_owner(BlockChecks& block, u32 offset, u32 bytes, u64 linear) {
    if (!block.worker->wanted.note_shared() || bytes == 0) return;
    const u32 unit_bytes = block.worker->code->shared_unit;
    for (u32 unit = offset / unit_bytes; unit <= (offset + bytes - 1) / unit_bytes; ++unit)
        block.written_by[unit] = linear;
}

void cluster_access(const Instruction& at, u32 lane, BlockChecks& owner, u32 offset, u32 bytes, Kind kind) {
    WarpChecks& warp = at.warp;
    if (warp.worker->races != nullptr && (at.op->detail & kStrong) != 0)
        order_access(at, lane, owner, offset, kind);
    if (!warp.worker->wanted.note_shared()) return;
    note_kept(owner);
    SharedShadow& shadow = owner.shadow;
    const Code& code = *warp.worker->code;
    const u32 floor = std::max(owner.first_epoch, owner.cluster_floor) << SharedShadow::kEpochShift;
    const u64 mine = warp.block->linear;
    const bool meant = is_strong_load_or_store(at.op, kind);
    std::optional<OtherAccess> other;
    u32 missing = 0;
    const auto meets = [&](const SharedShadow::Side& side, const std::unordered_map<u32, u64>& by, u32 unit,
                           bool write) {
        const u32 record = side.record[unit];
        if (other || meant || record < floor) return;
        if (kind == Kind::Atomic && write && (record & SharedShadow::kAtomic) != 0) return;
        if (record >= kInFlightEpoch)
            if (const auto found = by.find(unit); found != by.end() && found->second == mine) return;
        other = {record, side.op[unit], write};
    };
    for (u32 unit = offset / code.shared_unit; unit <= (offset + bytes - 1) / code.shared_unit; ++unit) {
        if (shadow.writer.record[unit] < owner.first_epoch << SharedShadow::kEpochShift &&
            kind != Kind::Store)
            missing += code.shared_unit;
        meets(shadow.writer, owner.written_by, unit, true);
        if (kind != Kind::Load) meets(shadow.reader, owner.read_by, unit, false);
        const u32 thread = warp.thread(lane);
        if (kind == Kind::Load) {
            if (meant || shadow.reader.record[unit] >= kInFlightEpoch) continue;
            owner.read_by[unit] = mine;
            for (const SharedShadow::Side* side : {&shadow.reader, &shadow.before_reader}) {
                side->record[unit] = kInFlightEpoch | SharedShadow::kManyWarps | thread;
                side->op[unit] = at.op->index;
            }
        } else {
            // A flag is written, but not in flight.
            const u32 flags = SharedShadow::kInFlight | (kind == Kind::Atomic ? SharedShadow::kAtomic : 0);
            shadow.writer.record[unit] =
                meant ? owner.first_epoch << SharedShadow::kEpochShift : kInFlightEpoch | flags | thread;
            shadow.writer.op[unit] = at.op->index;
            if (!meant) owner.written_by[unit] = mine;
        }
    }
    if (missing != 0 && warp.worker->wanted.initialisation)
        unwritten_read(warp, at.op, Space::Shared, lane, offset, bytes, missing, nullptr);
    if (other) cluster_race(warp, at.op, lane, offset, bytes, kind != Kind::Load, *other, owner);
}

void meet(const std::vector<BlockChecks*>& cluster) {
    if (cluster.size() < 2) return;
    for (BlockChecks* block : cluster) {
        if (!block->worker->wanted.note_shared()) continue;
        note_kept(*block);
        // What was written stays written, before all later accesses of any thread.
        for (const auto& [unit, linear] : block->written_by)
            if (u32& record = block->shadow.writer.record[unit]; record >= kInFlightEpoch)
                record = block->first_epoch << SharedShadow::kEpochShift;
        for (const auto& [unit, linear] : block->read_by)
            block->shadow.reader.record[unit] = block->shadow.before_reader.record[unit] = 0;
        block->written_by.clear();
        block->read_by.clear();
        block->cluster_floor = end_phase(*block->warps[0]);
    }
}

}  // namespace simt::check
