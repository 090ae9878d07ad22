// See shared_order.hpp.
#include "emulator/check/races/shared_order.hpp"

#include <algorithm>
#include <cstring>

#include "emulator/check/races/epochs.hpp"
#include "emulator/check/races/global_races.hpp"

namespace simt::check {

namespace {

// Whether both accesses are strong, and so no race. Volatile data that warps hand each other without a wait does race, unless
// fences show that it is a flag.
bool are_meant_to_meet(const WarpChecks& warp, const Op* op, const OtherAccess& other) {
    const Code& code = *warp.worker->code;
    if (!is_strong(code, op->index) || !is_strong(code, other.op)) return false;
    if ((op->detail & code.ops[other.op].detail & kVolatileData) == 0) return true;
    if (warp.worker->races == nullptr) return false;
    const u32 storing = other.write ? (other.record & SharedShadow::kThreadMask) / kLanes : warp.number;
    return warp.block->order.warp[storing].fenced;
}

// Whether a store from registers writes the value that the unit already holds.
bool brings_nothing_new(const Instruction& at, u32 lane, u32 offset, u32 unit) {
    const Code& code = *at.warp.worker->code;
    const Op& op = *at.op;
    if (!code.info[op.index].source->is(isa::Memory::Store)) return false;
    const u32 from = unit * code.shared_unit - offset, stride = 1u << (op.detail >> kRegisterShift & 3u);
    const u8* const value = at.rows + op.slot[from / op.width] + lane * stride + from % op.width;
    return std::memcmp(at.warp.block->shared + u64{unit} * code.shared_unit, value, code.shared_unit) == 0;
}

// Cooperative groups have shared memory of their own. They also use shuffles there to order a lane's read before another lane's
// write, so it is not checked.
bool is_cooperative_groups_own(const Code& code, u32 unit) {
    const u32 at = unit * code.shared_unit;
    return at >= code.reserved_begin && at < code.reserved_end;
}

}  // namespace

bool is_strong(const Code& code, u32 index) {
    const ptx::Instruction* const source = code.info[index].source;
    if (source == nullptr || (code.ops[index].detail & kStrong) == 0) return false;
    using isa::Memory;
    return source->is(Memory::Load) || source->is(Memory::Store) || source->is(Memory::Atomic) ||
           source->is(Memory::Reduction);
}

bool is_ordered(const WarpChecks& warp, u32 lane, const OtherAccess& other) {
    const u32 thread = other.record & SharedShadow::kThreadMask;
    const u32 epoch = other.record >> SharedShadow::kEpochShift;
    const bool many_lanes = !other.write && (other.record & SharedShadow::kManyLanes) != 0;
    if (thread / kLanes == warp.number &&
        warp.lanes_met.comes_before(epoch, thread % kLanes, many_lanes, lane))
        return true;
    if (warp.worker->races == nullptr || !warp.worker->code->has_shared_flags()) return false;
    const auto& clocks = warp.block->warps[thread / kLanes]->clock_from;
    const auto after = std::upper_bound(clocks.begin(), clocks.end(), epoch,
                                        [](u32 e, const auto& from) { return e < from.first; });
    if (after == clocks.begin()) return false;
    const Segment segment{static_cast<u32>(warp.block->linear), std::prev(after)->second};
    return warp.worker->races->space.comes_before(segment, thread, many_lanes, warp.block->order, warp.number,
                                                  lane);
}

bool is_no_race(const Instruction& at, u32 lane, u32 offset, u32 unit, const OtherAccess& other) {
    if (other.record >= SharedShadow::kLastEpoch << SharedShadow::kEpochShift) return false;  // a copy's
    return are_meant_to_meet(at.warp, at.op, other) ||
           is_cooperative_groups_own(*at.warp.worker->code, unit) ||
           (other.write && brings_nothing_new(at, lane, offset, unit)) || is_ordered(at.warp, lane, other);
}

void note_clock(WarpChecks& warp) {
    if (warp.worker->races == nullptr || !warp.worker->code->has_shared_flags()) return;
    warp.clock_from.emplace_back(warp.epoch, warp.block->order.warp[warp.number].clock);
}

void note_fence(WarpChecks& warp) {
    if (warp.worker->races == nullptr || !warp.worker->code->has_shared_flags()) return;
    next_epoch(warp);
    note_clock(warp);
}

void restart_clocks(WarpChecks& warp) {
    warp.clock_from.clear();
    note_clock(warp);
}

}  // namespace simt::check
