// Atomics on shared memory that are kept aside (SharedShadow::atomics), because their lanes meet nothing but each other and
// accesses that come before them.
#pragma once

#include <algorithm>

#include "emulator/check/races/epochs.hpp"
#include "emulator/check/races/shared_shadow.hpp"

namespace simt::check::SIMT_ISA {

// Each file has its own copies. Of shared ones the linker would keep one, perhaps that of a file for older CPUs.
namespace {

// Widens SharedShadow::updated by the units from `lowest` to `highest`. False: that cannot be.
[[gnu::noinline]] inline bool widen_updated(SharedShadow& shadow, const View& view, u32 lowest, u32 highest) {
    u32 begin = lowest, end = highest + 1;
    if (shadow.atomic_count != 0) {
        begin = std::min(begin, shadow.updated.begin);
        end = std::max(end, shadow.updated.end);
    }
    if (end - begin > SharedShadow::kMostUnits) return false;
    s32 oldest = static_cast<s32>(kReadInFlight), newest = 0;
    for (u32 unit = begin; unit < end; ++unit) {
        const u32 writer = shadow.writer.record[unit];
        const s32 reader = static_cast<s32>(shadow.reader.record[unit]);
        const s32 other = (writer & SharedShadow::kAtomic) != 0 ? 0 : static_cast<s32>(writer);
        oldest = std::min(oldest, static_cast<s32>(writer));
        newest = std::max({newest, reader, other});
    }
    if (oldest < view.block_floor || newest >= view.any_floor) return false;
    if (shadow.atomics.empty()) shadow.atomics.resize(SharedShadow::kMostAtomics);
    shadow.updated = {begin, end, newest + 1};
    return true;
}

// Keeps atomics of one unit a lane aside for note_kept. False: they have to be checked lane by lane, and nothing is kept.
[[gnu::always_inline]] inline bool keep_atomics(const Instruction& at, const AccessCache& cache, u32 first) {
    SharedShadow& shadow = at.warp.block->shadow;
    const View view = view_of(at.warp, at.op->index);
    const u32 unit_bits = at.warp.worker->code->shared_unit_bits();
    if (shadow.read_count + shadow.scattered_count != 0 || shadow.atomic_count == SharedShadow::kMostAtomics)
        note_kept(*at.warp.block);
    const u32 lowest = (first + static_cast<u32>(cache.lowest)) >> unit_bits;
    const u32 highest = (first + static_cast<u32>(cache.highest)) >> unit_bits;
    const bool known = shadow.atomic_count != 0 && lowest >= shadow.updated.begin &&
                       highest < shadow.updated.end && view.any_floor >= shadow.updated.above;
    if (__builtin_expect(!known, 0)) {
        if (shadow.not_kept == at.warp.epoch) return false;
        if (!widen_updated(shadow, view, lowest, highest)) {
            shadow.not_kept = at.warp.epoch;
            return false;
        }
    }
    SharedShadow::Atomics& kept = shadow.atomics.data()[shadow.atomic_count++];
    kept.mask = at.exec;
    kept.mine = view.mine | SharedShadow::kAtomic;
    kept.op = view.op;
    for (u32 lane = 0; lane < kLanes; ++lane)
        kept.unit[lane] = (first + static_cast<u32>(cache.relative[lane])) >> unit_bits;
    return true;
}

// Enters the last of the kept atomics for each unit. It goes backwards by parts, since the newest often leave nothing to enter.
inline void enter_atomics(SharedShadow& shadow) {
    constexpr u32 kPart = 64;
    const u32 begin = shadow.updated.begin, units = shadow.updated.end - begin;
    u8 entered[SharedShadow::kMostUnits];
    u16 last[SharedShadow::kMostUnits];  // 1 + the number of the unit's last lane in the part; 0: none
    std::fill_n(entered, units, u8{0});
    u32 left = units;
    for (u32 end = shadow.atomic_count, first; end != 0 && left != 0; end = first) {
        first = end < kPart ? 0 : end - kPart;
        const SharedShadow::Atomics* const part = shadow.atomics.data() + first;
        std::fill_n(last, units, u16{0});
        for (u32 k = 0; k < end - first; ++k)
            for (const u32 lane : Lanes(part[k].mask))
                last[part[k].unit[lane] - begin] = static_cast<u16>(1 + k * kLanes + lane);
        for (u32 unit = 0; unit < units; ++unit) {
            if (last[unit] == 0 || entered[unit] != 0) continue;
            const u32 lane = (last[unit] - 1u) % kLanes;
            const SharedShadow::Atomics& kept = part[(last[unit] - 1u) / kLanes];
            shadow.writer.record[begin + unit] = kept.mine | lane;
            shadow.writer.op[begin + unit] = kept.op;
            entered[unit] = 1;
            --left;
        }
    }
    shadow.atomic_count = 0;
}

}  // namespace

}  // namespace simt::check::SIMT_ISA
