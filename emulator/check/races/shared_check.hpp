// Checks one access to shared memory against the shadow. It goes run by run, or lane by lane if the addresses form no runs or a
// run looks wrong. Reads are kept aside until a write needs them (SharedShadow::reads). Functions that are not inlined get a
// copy, Instruction{at}, so that the members of the original stay in registers.
#pragma once

#include <algorithm>
#include <span>
#include <type_traits>

#include "emulator/check/races/epochs.hpp"
#include "emulator/check/races/kept_atomics.hpp"
#include "emulator/check/races/shared_shadow.hpp"

namespace simt::check::SIMT_ISA {

// Each file has its own copies. Of shared ones the linker would keep one, perhaps that of a file for older CPUs.
namespace {

// Calls visit with the units of each lane (1, 2 or 4) as a std::integral_constant.
template <class Visit>
[[gnu::always_inline]] inline auto with_units(u32 per_lane, Visit visit) {
    if (per_lane == 1) return visit(std::integral_constant<u32, 1>());
    if (per_lane == 2) return visit(std::integral_constant<u32, 2>());
    return visit(std::integral_constant<u32, 4>());
}

template <Kind kind, u32 per_lane>
[[gnu::always_inline]] inline bool check_runs(const Instruction& at, const View& view,
                                              const AccessCache& cache, u32 first, u32 unit_bits) {
    const SharedShadow& shadow = at.warp.block->shadow;
    bool wrong = false;
    for_each_run(cache, at.exec, [&](u32 lane, u32 lanes, bool uniform, bool several, s32 relative) {
        const u32 unit = (first + static_cast<u32>(relative)) >> unit_bits;
        const u32 me = view.mine | lane;
        if (kind == Kind::Store)
            wrong |= check_write_run<per_lane>(shadow, unit, lanes, me, view);
        else if (uniform)
            wrong |= check_read_place(shadow, unit, per_lane, several, me, view);
        else if (several)
            wrong |= check_read_run<per_lane, true>(shadow, unit, lanes, me, view);
        else
            wrong |= check_read_run<per_lane, false>(shadow, unit, lanes, me, view);
    });
    return wrong;
}

// Keeps the reads aside for note_kept.
inline void keep_read_runs(BlockChecks& block, const View& view, const AccessCache& cache, u32 exec,
                           u32 first, u32 unit_bits, u32 per_lane, bool strong) {
    SharedShadow& shadow = block.shadow;
    if (shadow.read_count + 4 > SharedShadow::kMostReads) note_kept(block);
    for_each_run(cache, exec, [&](u32 lane, u32 lanes, bool uniform, bool several, s32 relative) {
        const u32 unit = (first + static_cast<u32>(relative)) >> unit_bits;
        const u8 count = static_cast<u8>(lanes), each = static_cast<u8>(per_lane);
        shadow.reads.data()[shadow.read_count++] = {unit, view.mine | lane, view.op, count,
                                                    each, uniform,          several, strong};
    });
}

// Whether nothing about reads of these units needs a closer look.
[[gnu::always_inline]] inline bool are_usual_reads(const u32* writer, u32 units, const View& view) {
    Eight suspicious{};
    u32 unit = 0;
    for (; unit + 8 <= units; unit += 8) suspicious |= suspicious_writers(load_eight(writer + unit), view);
    bool any_suspicious = false;
    for (; unit < units; ++unit) {
        const s32 record = static_cast<s32>(writer[unit]);
        any_suspicious |= (record < view.block_floor) | (record >= view.any_floor);
    }
    return !any_suspicious && !any(suspicious);
}

// The same for the loads of a group in a stretch. cache: the pattern of the load beside which they are.
[[gnu::noinline]] inline bool are_usual_reads(const WarpChecks& warp, const AccessCache& cache,
                                              const Stretch::Group& group) {
    if (cache.shape == kScattered || warp.block->shadow.atomic_count != 0) return false;
    const View view = view_of(warp, 0);
    const u32 unit_bits = warp.worker->code->shared_unit_bits();
    const u32* const writer = warp.block->shadow.writer.record;
    bool usual = true;
    for_each_run(cache, kAllLanes, [&](u32, u32 lanes, bool uniform, bool, s32 relative) {
        const s64 bytes = s64{group.bytes} * (uniform ? 1 : lanes);
        const s64 from = static_cast<s64>(cache.first) + relative;
        const auto look = [&](s64 distance, s64 size) {
            usual &= are_usual_reads(writer + ((from + distance) >> unit_bits),
                                     static_cast<u32>(size >> unit_bits), view);
        };
        if (group.gap <= bytes)
            return look(group.distances.front(), group.distances.back() - group.distances.front() + bytes);
        for (const s64 distance : group.distances) look(distance, bytes);
    });
    return usual;
}

// Keeps the reads of a whole stretch aside. cache_of(leader): the pattern of that load.
template <class CacheOf>
inline void keep_stretch(const WarpChecks& warp, u32 number, const Stretch& stretch, CacheOf cache_of) {
    BlockChecks& block = *warp.block;
    SharedShadow& shadow = block.shadow;
    if (shadow.read_count + 1 + 4 * Stretch::kMostGroups > SharedShadow::kMostReads) note_kept(block);
    const u32 unit_bits = warp.worker->code->shared_unit_bits();
    SharedShadow::Reads& all = shadow.reads.data()[shadow.read_count++];
    const u32 before = shadow.read_count;
    for (u32 k = 0; k < stretch.groups.size(); ++k) {
        const AccessCache& cache = cache_of(stretch.groups[k].leader);
        keep_read_runs(block, view_of(warp, k), cache, kAllLanes, static_cast<u32>(cache.first), unit_bits,
                       stretch.groups[k].bytes >> unit_bits, false);
    }
    all = {shadow.read_count - before, 0, number, 0, 0, false, false, false};
}

// Notes loads whose addresses form no runs. False: something is suspicious, and nothing is noted.
inline bool check_scattered_reads(const Instruction& at, const View& view, const AccessCache& cache,
                                  u32 first, u32 unit_bits, u32 per_lane) {
    BlockChecks& block = *at.warp.block;
    SharedShadow& shadow = block.shadow;
    if (shadow.scattered_count == SharedShadow::kMostScattered) note_kept(block);
    if (shadow.scattered.empty()) shadow.scattered.resize(SharedShadow::kMostScattered);
    SharedShadow::ScatteredReads& note = shadow.scattered.data()[shadow.scattered_count];
    // Inactive lanes have the address of the first active one.
    const auto unit = [&](u32 lane) { return (first + static_cast<u32>(cache.relative[lane])) >> unit_bits; };
    for (u32 lane = 0; lane < kLanes; ++lane) note.unit[lane] = unit(lane);
    bool suspicious = false;
    const u32* const writer = shadow.writer.record;
    for (u32 k = 0; k < per_lane; ++k)
        for (u32 lane = 0; lane < kLanes; ++lane) {
            // Not note.unit[lane]: loads right after the wide stores to it would wait for them.
            const s32 record = static_cast<s32>(writer[unit(lane) + k]);
            suspicious |= (record < view.block_floor) | (record >= view.any_floor);
        }
    if (suspicious) return false;
    note.mask = at.exec;
    note.mine = view.mine;
    note.op = view.op;
    note.per_lane = per_lane;
    ++shadow.scattered_count;
    return true;
}

template <u32 per_lane>
inline void note_runs(const Instruction& at, const View& view, const AccessCache& cache, u32 first,
                      u32 unit_bits) {
    SharedShadow& shadow = at.warp.block->shadow;
    for_each_run(cache, at.exec, [&](u32 lane, u32 lanes, bool, bool, s32 relative) {
        const u32 unit = (first + static_cast<u32>(relative)) >> unit_bits;
        note_write_run<per_lane>(shadow, unit, lanes, view.mine | lane, view.op);
    });
}

// Whether the pattern can be checked run by run. Stores of several lanes to one place cannot.
template <Kind kind>
inline bool has_runs(const AccessCache& cache) {
    if (kind == Kind::Atomic || cache.shape == kScattered) return false;
    if (kind == Kind::Load) return true;
    if (cache.duplicates || cache.shape == kUniform) return false;
    for (u32 k = 0; k < cache.run_count; ++k)
        if (cache.runs[k].uniform) return false;
    return true;
}

// Notes the writers of accesses that form no runs.
template <Kind kind>
inline void note_lanes(const Instruction& at, const View& view, const AccessCache& cache, u32 first,
                       u32 bytes) {
    u32 *const record = at.warp.block->shadow.writer.record, *const by = at.warp.block->shadow.writer.op;
    const u32 unit_bits = at.warp.worker->code->shared_unit_bits(), units = bytes >> unit_bits;
    const u32 mine = view.mine | (kind == Kind::Atomic ? SharedShadow::kAtomic : 0), op = view.op;
    u32 unit[kLanes];
    for (u32 lane = 0; lane < kLanes; ++lane)
        unit[lane] = (first + static_cast<u32>(cache.relative[lane])) >> unit_bits;
    const auto note = [&](u32 lane, u32 k) {
        record[k] = mine | lane;
        by[k] = op;
    };
    if (at.exec == kAllLanes && units == 1) {
        for (u32 lane = 0; lane < kLanes; ++lane) note(lane, unit[lane]);
        return;
    }
    for (const u32 lane : Lanes(at.exec))
        for (u32 k = 0; k < units; ++k) note(lane, unit[lane] + k);
}

// Accesses that form no runs, or whose runs looked wrong. True: undefined values were read.
template <Kind kind>
[[gnu::noinline]] inline bool check_lanes(const Instruction& at, const View& view, const AccessCache& cache,
                                          u32 first, u32 bytes, bool note) {
    const auto offset = [&](u32 lane) { return first + static_cast<u32>(cache.relative[lane]); };
    bool undefined = false;
    const View lanes_view = kind == Kind::Load ? reading_view(view, at.warp) : view;
    for (const u32 lane : Lanes(at.exec))
        undefined |= check_lane<kind>(at, lanes_view, lane, offset(lane), bytes);
    if (kind != Kind::Load && note) note_lanes<kind>(at, view, cache, first, bytes);
    return undefined;
}

// Whether all that the atomics meet are other atomics and accesses that come before them, on written units.
inline bool are_usual_atomics(const View& view, const SharedShadow& shadow, const AccessCache& cache,
                              u32 first, u32 unit_bits, u32 per_lane) {
    const u32 *const writer = shadow.writer.record, *const reader = shadow.reader.record;
    u32 suspicious = 0;
    for (u32 k = 0; k < per_lane; ++k)
        for (u32 lane = 0; lane < kLanes; ++lane) {  // inactive lanes have the first active one's address
            const u32 unit = ((first + static_cast<u32>(cache.relative[lane])) >> unit_bits) + k;
            const u32 written = writer[unit];
            suspicious |= ~at_least(written, view.block_floor) | at_least(reader[unit], view.any_floor) |
                          (at_least(written, view.any_floor) & ~non_zero(written & SharedShadow::kAtomic));
        }
    return suspicious == 0;
}

// False: the loaded values are undefined.
[[gnu::always_inline]] inline bool check_load(const Instruction& at, const AccessCache& cache, u32 first,
                                              u32 bytes) {
    const WarpChecks& warp = at.warp;
    if (__builtin_expect(warp.block->shadow.atomic_count != 0, 0)) note_kept(*warp.block);
    const View view = view_of(warp, at.op->index);
    const u32 unit_bits = warp.worker->code->shared_unit_bits();
    const u32 per_lane = bytes >> unit_bits;
    if (has_runs<Kind::Load>(cache) && per_lane <= 4) {
        const bool wrong = with_units(per_lane, [&] [[gnu::always_inline]] (auto units) {
            return check_runs<Kind::Load, units>(at, view, cache, first, unit_bits);
        });
        if (__builtin_expect(!wrong, 1)) {
            keep_read_runs(*warp.block, view, cache, at.exec, first, unit_bits, per_lane,
                           (at.op->detail & kStrong) != 0);
            return true;
        }
    } else if ((at.op->detail & kStrong) == 0 &&
               check_scattered_reads(Instruction{at}, view, cache, first, unit_bits, per_lane)) {
        return true;
    }
    note_kept(*warp.block);
    return !check_lanes<Kind::Load>(Instruction{at}, view, cache, first, bytes, false);
}

// A store or an atomic.
template <Kind kind>
inline void check_write(const Instruction& at, const AccessCache& cache, u32 first, u32 bytes) {
    const WarpChecks& warp = at.warp;
    const View view = view_of(warp, at.op->index);
    const u32 unit_bits = warp.worker->code->shared_unit_bits();
    const u32 per_lane = bytes >> unit_bits;
    note_kept(*warp.block);
    if (kind == Kind::Atomic &&
        are_usual_atomics(view, warp.block->shadow, cache, first, unit_bits, per_lane))
        return note_lanes<kind>(at, view, cache, first, bytes);
    const bool runs = has_runs<kind>(cache) && per_lane <= 4;
    const bool by_lane = !runs || with_units(per_lane, [&] [[gnu::always_inline]] (auto units) {
        return check_runs<kind, units>(at, view, cache, first, unit_bits);
    });
    if (__builtin_expect(by_lane, 0)) check_lanes<kind>(Instruction{at}, view, cache, first, bytes, !runs);
    if (runs)
        with_units(per_lane, [&] [[gnu::always_inline]] (auto units) {
            note_runs<units>(at, view, cache, first, unit_bits);
        });
}

// For blocks whose shared memory has copied padding (BlockChecks::padding). False: the loaded values are undefined.
template <Kind kind>
inline bool check_padding(const Instruction& at, const AccessCache& cache, u32 first, u32 bytes) {
    WarpChecks& warp = at.warp;
    std::vector<u8>& padding = warp.block->padding;
    bool undefined = false;
    for (const u32 lane : Lanes(at.exec)) {
        const u32 offset = first + static_cast<u32>(cache.relative[lane]);
        u32 missing = 0;
        for (u32 k = 0; k < bytes; ++k)
            if (padding[offset + k] != 0) missing |= bytes_of_unit(k, 1);
        if (missing != 0 && kind != Kind::Store)
            undefined |= read_unwritten(warp, at.op, Space::Shared, lane, offset, bytes, missing) ==
                         UnwrittenRead::Undefined;
    }
    for (const u32 lane : Lanes(kind == Kind::Load ? 0 : at.exec))
        std::fill_n(padding.begin() + first + cache.relative[lane], bytes, u8{0});
    return !undefined;
}

template <Kind kind>
[[gnu::noinline]] bool check_with_padding(const Instruction& at, const AccessCache& cache, u32 first,
                                          u32 bytes) {
    bool usual = true;
    if (kind == Kind::Load)
        usual = check_load(at, cache, first, bytes);
    else
        check_write<kind>(at, cache, first, bytes);
    return check_padding<kind>(at, cache, first, bytes) && usual;
}

// False: the loaded values are undefined.
template <Kind kind>
[[gnu::always_inline]] inline bool check_shared(const Instruction& at, const AccessCache& cache, u32 first,
                                                u32 bytes) {
    const SharedChecks checks = at.warp.block->shared_checks;
    if (checks == SharedChecks::None) return true;
    if (__builtin_expect(checks == SharedChecks::WithPadding, 0))
        return check_with_padding<kind>(Instruction{at}, cache, first, bytes);
    if (kind == Kind::Load) return check_load(at, cache, first, bytes);
    if (kind == Kind::Atomic && bytes == at.warp.worker->code->shared_unit && keep_atomics(at, cache, first))
        return true;
    check_write<kind>(Instruction{at}, cache, first, bytes);
    return true;
}

// Whether the loads of flags leave a reader in place, of eight units (keeps_reader).
inline bool keeps_any_reader(const Code& code, const SharedShadow& shadow, u32 unit, Eight mine,
                             const View& view) {
    const Eight before = load_eight(shadow.reader.record + unit);
    const Eight others =
        non_zero((before ^ mine) & SharedShadow::kThreadMask) & at_least(before, view.any_floor);
    if (!any(others)) return false;
    u32 strong = ~0u;  // the last op that is
    for (u32 k = 0; k < 8; ++k) {
        const u32 op = shadow.reader.op[unit + k];
        if (others[k] == 0 || op == strong) continue;
        if (!is_strong(code, op)) return true;
        strong = op;
    }
    return false;
}

template <u32 per_lane>
void note_run(const Code& code, SharedShadow& shadow, const SharedShadow::Reads& reads, const View& view) {
    const u32 units = reads.lanes * per_lane;
    bool keeps = false;
    for (u32 first = 0; reads.strong && !keeps && first < units; first += 8)
        keeps = keeps_any_reader(code, shadow, reads.unit + first, threads_of<per_lane>(reads.thread, first),
                                 view);
    if (__builtin_expect(keeps, 0)) {
        for (u32 k = 0; k < units; ++k) {
            const u32 unit = reads.unit + k, me = reads.thread + k / per_lane;
            if (!keeps_reader(code, shadow, unit, me, view))
                note_reader(shadow, unit, me, reads.several, view);
        }
        return;
    }
    if (reads.several)
        note_read_run<per_lane, true>(shadow, reads.unit, reads.lanes, reads.thread, view);
    else
        note_read_run<per_lane, false>(shadow, reads.unit, reads.lanes, reads.thread, view);
}

// Calls enter with each read of a stretch, in the order of its loads.
template <class Enter>
void enter_stretch(const Code& code, std::span<const SharedShadow::Reads> runs, u32 number, Enter enter) {
    const Stretch& stretch = code.stretches[number];
    for (u32 k = 0; k < stretch.parts.size(); ++k) {
        if (stretch.parts[k].kind != Stretch::Kind::Load) continue;
        const u32 op = stretch.first + k, group = stretch.parts[k].group;
        const s64 distance = code.ops[op].immediate - code.ops[stretch.groups[group].leader].immediate;
        for (SharedShadow::Reads run : runs) {
            if (run.op != group) continue;
            run.unit += static_cast<u32>(distance >> code.shared_unit_bits());
            run.op = op;
            enter(run);
        }
    }
}

// BlockChecks::enter_kept.
inline void enter_kept(BlockChecks& block) {
    SharedShadow& shadow = block.shadow;
    if (shadow.atomic_count != 0) return enter_atomics(shadow);
    const Code& code = *block.worker->code;
    const auto view_at = [&](u32 record, u32 op) {
        const WarpChecks& warp = *block.warps[(record & SharedShadow::kThreadMask) / kLanes];
        return reading_view(view_of(warp, op), warp);
    };
    const auto enter = [&](const SharedShadow::Reads& reads) {
        const View view = view_at(reads.thread, reads.op);
        if (reads.one_place) {
            for (u32 unit = reads.unit; unit < reads.unit + reads.per_lane; ++unit)
                if (!reads.strong || !keeps_reader(code, shadow, unit, reads.thread, view))
                    note_reader(shadow, unit, reads.thread, reads.several, view);
        } else {
            with_units(reads.per_lane, [&](auto units) { note_run<units>(code, shadow, reads, view); });
        }
    };
    for (u32 k = 0; k < shadow.read_count; ++k) {
        const SharedShadow::Reads& reads = shadow.reads[k];
        if (reads.lanes == 0) {
            enter_stretch(code, {&reads + 1, reads.unit}, reads.op, enter);
            k += reads.unit;
        } else {
            enter(reads);
        }
    }
    for (u32 k = 0; k < shadow.scattered_count; ++k) {
        const SharedShadow::ScatteredReads& reads = shadow.scattered[k];
        const View view = view_at(reads.mine, reads.op);
        for (const u32 lane : Lanes(reads.mask)) {
            for (u32 unit = reads.unit[lane]; unit < reads.unit[lane] + reads.per_lane; ++unit)
                note_reader(shadow, unit, reads.mine | lane, false, view);
        }
    }
    shadow.forget_reads();
}

}  // namespace

}  // namespace simt::check::SIMT_ISA
