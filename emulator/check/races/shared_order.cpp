// See shared_order.hpp.
#include "emulator/check/races/shared_order.hpp"

#include <algorithm>
#include <cstring>

#include "emulator/check/races/global_races.hpp"
#include "emulator/exec/barriers.hpp"
#include "emulator/check/record.hpp"

namespace simt::exec {

namespace {

// Volatile data that warps hand each other without a wait is not meant to meet, unless fences show that it is a flag.
bool are_meant_to_meet(const WarpState& state, const Op* op, const OtherAccess& other) {
    const Code& code = *state.worker->code;
    if (!is_strong(code, op->index) || !is_strong(code, other.op)) return false;
    if ((op->detail & code.ops[other.op].detail & kVolatileData) == 0) return true;
    if (state.worker->races == nullptr) return false;
    const u32 storing = other.write ? (other.record & SharedShadow::kThreadMask) / kLanes : state.number;
    return state.block->order.warp[storing].fenced;
}

// Whether a store from registers brings what the unit holds already.
bool brings_nothing_new(Warp& warp, const Op* op, u32 lane, u32 offset, u32 unit) {
    const WarpState& state = *warp.state;
    const ptx::Instruction& source = *state.worker->code->info[op->index].source;
    if (!source.is(isa::Memory::Store)) return false;
    const u32 unit_bytes = state.worker->code->shared_unit;
    const u32 at = unit * unit_bytes - offset, stride = 1u << (op->detail >> kRegisterShift & 3u);
    const u8* const value = row<u8>(warp, op->slot[at / op->width]) + lane * stride + at % op->width;
    return std::memcmp(state.block->shared + u64{unit} * unit_bytes, value, unit_bytes) == 0;
}

// Cooperative groups order what they keep in shared memory by shuffles too, between a lane's read and another's write.
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

bool is_ordered(const WarpState& state, u32 lane, const OtherAccess& other) {
    const u32 thread = other.record & SharedShadow::kThreadMask;
    const u32 epoch = other.record >> SharedShadow::kEpochShift;
    const bool many_lanes = !other.write && (other.record & SharedShadow::kManyLanes) != 0;
    if (thread / kLanes == state.number &&
        state.lanes_met.comes_before(epoch, thread % kLanes, many_lanes, lane))
        return true;
    if (state.worker->races == nullptr || !state.worker->code->has_shared_flags()) return false;
    const auto& clocks = state.block->warps[thread / kLanes]->clock_from;
    const auto after = std::upper_bound(clocks.begin(), clocks.end(), epoch,
                                        [](u32 e, const auto& from) { return e < from.first; });
    if (after == clocks.begin()) return false;
    const Segment segment{static_cast<u32>(state.block->linear), std::prev(after)->second};
    return state.worker->races->space.comes_before(segment, thread, many_lanes, state.block->order,
                                                   state.number, lane);
}

bool is_no_race(Warp& warp, const Op* op, u32 lane, u32 offset, u32 unit, const OtherAccess& other) {
    const WarpState& state = *warp.state;
    if (other.record >= SharedShadow::kLastEpoch << SharedShadow::kEpochShift) return false;  // a copy's
    return are_meant_to_meet(state, op, other) || is_cooperative_groups_own(*state.worker->code, unit) ||
           (other.write && brings_nothing_new(warp, op, lane, offset, unit)) ||
           is_ordered(state, lane, other);
}

void note_clock(WarpState& state) {
    if (state.worker->races == nullptr || !state.worker->code->has_shared_flags()) return;
    state.clock_from.emplace_back(state.epoch, state.block->order.warp[state.number].clock);
}

void note_fence(WarpState& state) {
    if (state.worker->races == nullptr || !state.worker->code->has_shared_flags()) return;
    next_epoch(state);
    note_clock(state);
}

void restart_clocks(WarpState& state) {
    state.clock_from.clear();
    note_clock(state);
}

}  // namespace simt::exec
