// Checks one access to shared memory against the shadow. It goes run by run, or lane by lane if the addresses form no runs or a
// run looks wrong. Reads are kept aside until a write needs them (SharedShadow::reads). Functions that are not inlined get a
// copy, Instruction{at}, so that the members of the original stay in registers.
#pragma once

#include <algorithm>
#include <type_traits>

#include "emulator/check/races/epochs.hpp"
#include "emulator/check/races/shared_shadow.hpp"

namespace simt::check::SIMT_ISA {

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

// Keeps the reads aside for note_reads.
inline void keep_read_runs(BlockChecks& block, const View& view, const AccessCache& cache, u32 exec,
                           u32 first, u32 unit_bits, u32 per_lane) {
    SharedShadow& shadow = block.shadow;
    if (shadow.read_count + 4 > SharedShadow::kMostReads) note_reads(block);
    for_each_run(cache, exec, [&](u32 lane, u32 lanes, bool uniform, bool several, s32 relative) {
        const u32 unit = (first + static_cast<u32>(relative)) >> unit_bits;
        const u8 count = static_cast<u8>(lanes), each = static_cast<u8>(per_lane);
        shadow.reads.data()[shadow.read_count++] = {unit, view.mine | lane, view.op, count,
                                                    each, uniform,          several};
    });
}

// Notes loads whose addresses form no runs. False: something is suspicious, and nothing is noted.
inline bool check_scattered_reads(const Instruction& at, const View& view, const AccessCache& cache,
                                  u32 first, u32 unit_bits, u32 per_lane) {
    BlockChecks& block = *at.warp.block;
    SharedShadow& shadow = block.shadow;
    if (shadow.scattered_count == SharedShadow::kMostScattered) note_reads(block);
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

// Whether the pattern can be checked run by run. Stores of several lanes to one place cannot, and neither can flags.
template <Kind kind>
inline bool has_runs(const Op* op, const AccessCache& cache) {
    if (kind == Kind::Atomic || cache.shape == kScattered || (op->detail & kStrong) != 0) return false;
    if (kind == Kind::Load) return true;
    if (cache.duplicates || cache.shape == kUniform) return false;
    for (u32 k = 0; k < cache.run_count; ++k)
        if (cache.runs[k].uniform) return false;
    return true;
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
    if (kind == Kind::Load || !note) return undefined;
    const SharedShadow::Side& writer = at.warp.block->shadow.writer;
    const u32 unit_bits = at.warp.worker->code->shared_unit_bits();
    for (const u32 lane : Lanes(at.exec)) {
        const u32 from = offset(lane) >> unit_bits, units = bytes >> unit_bits;
        for (u32 k = from; k < from + units; ++k) {
            writer.record[k] = view.mine | lane | (kind == Kind::Atomic ? SharedShadow::kAtomic : 0);
            writer.op[k] = at.op->index;
        }
    }
    return undefined;
}

// False: the loaded values are undefined.
[[gnu::always_inline]] inline bool check_load(const Instruction& at, const AccessCache& cache, u32 first,
                                              u32 bytes) {
    const WarpChecks& warp = at.warp;
    const View view = view_of(warp, at.op->index);
    const u32 unit_bits = warp.worker->code->shared_unit_bits();
    const u32 per_lane = bytes >> unit_bits;
    if (has_runs<Kind::Load>(at.op, cache) && per_lane <= 4) {
        const bool wrong = with_units(per_lane, [&] [[gnu::always_inline]] (auto units) {
            return check_runs<Kind::Load, units>(at, view, cache, first, unit_bits);
        });
        if (__builtin_expect(!wrong, 1)) {
            keep_read_runs(*warp.block, view, cache, at.exec, first, unit_bits, per_lane);
            return true;
        }
    } else if ((at.op->detail & kStrong) == 0 &&
               check_scattered_reads(Instruction{at}, view, cache, first, unit_bits, per_lane)) {
        return true;
    }
    note_reads(*warp.block);
    return !check_lanes<Kind::Load>(Instruction{at}, view, cache, first, bytes, false);
}

// A store or an atomic.
template <Kind kind>
inline void check_write(const Instruction& at, const AccessCache& cache, u32 first, u32 bytes) {
    const WarpChecks& warp = at.warp;
    note_reads(*warp.block);
    const View view = view_of(warp, at.op->index);
    const u32 unit_bits = warp.worker->code->shared_unit_bits();
    const u32 per_lane = bytes >> unit_bits;
    const bool runs = has_runs<kind>(at.op, cache) && per_lane <= 4;
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
    check_write<kind>(Instruction{at}, cache, first, bytes);
    return true;
}

template <u32 per_lane>
void note_run(SharedShadow& shadow, const SharedShadow::Reads& reads, const View& view) {
    if (reads.several)
        note_read_run<per_lane, true>(shadow, reads.unit, reads.lanes, reads.thread, view);
    else
        note_read_run<per_lane, false>(shadow, reads.unit, reads.lanes, reads.thread, view);
}

// BlockChecks::enter_reads.
inline void enter_reads(BlockChecks& block) {
    SharedShadow& shadow = block.shadow;
    const auto view_at = [&](u32 record, u32 op) {
        const WarpChecks& warp = *block.warps[(record & SharedShadow::kThreadMask) / kLanes];
        return reading_view(view_of(warp, op), warp);
    };
    for (u32 k = 0; k < shadow.read_count; ++k) {
        const SharedShadow::Reads& reads = shadow.reads[k];
        const View view = view_at(reads.thread, reads.op);
        if (reads.one_place) {
            for (u32 unit = reads.unit; unit < reads.unit + reads.per_lane; ++unit)
                note_reader(shadow, unit, reads.thread, reads.several, view);
        } else {
            with_units(reads.per_lane, [&](auto units) { note_run<units>(shadow, reads, view); });
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

}  // namespace simt::check::SIMT_ISA
