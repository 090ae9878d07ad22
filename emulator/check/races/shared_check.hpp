// The check of one access to shared memory, by the shape of its addresses: run by run against the shadow, lane by lane where
// that does not go or something looks wrong. Reads are kept aside until a write asks for them (SharedShadow::reads).
// What is not inlined gets a copy of the Instruction, Instruction{at}, so that the members of the one here stay in registers.
#pragma once

#include <algorithm>

#include "emulator/check/races/epochs.hpp"
#include "emulator/check/races/shared_shadow.hpp"

namespace simt::check::SIMT_ISA {

inline u32 last_lane(u32 mask) { return kLanes - 1u - static_cast<u32>(__builtin_clz(mask)); }

// Calls visit(first lane, lanes, uniform, several, relative address) for every run of a pattern that has them; several:
// each place is another lane's too.
template <class Visit>
[[gnu::always_inline]] inline void for_each_run(const AccessCache& cache, u32 exec, Visit visit) {
    if (cache.shape == kContiguous) return visit(0u, u32{kLanes}, false, false, 0);
    // The last lane stands for all: it is mostly the first that writes there later.
    if (cache.shape == kUniform) return visit(last_lane(exec), u32{1}, true, (exec & (exec - 1)) != 0, 0);
    for (u32 k = 0; k < cache.run_count; ++k) {
        const Run& run = cache.runs[k];
        if (run.repeats == Run::kRepeated) continue;
        visit(run.first, run.lanes, run.uniform, run.uniform || run.repeats != 0, cache.relative[run.first]);
    }
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

// The reads, for note_reads.
inline void keep_read_runs(BlockChecks& block, const View& view, const AccessCache& cache, u32 exec,
                           u32 first, u32 unit_bits, u32 per_lane) {
    SharedShadow& shadow = block.shadow;
    if (shadow.read_count + 4 > SharedShadow::kMostReads) note_reads(block);
    for_each_run(cache, exec, [&](u32 lane, u32 lanes, bool uniform, bool several, s32 relative) {
        shadow.reads.data()[shadow.read_count++] = {
            (first + static_cast<u32>(relative)) >> unit_bits, view.mine | lane, view.op,
            SharedShadow::Reads::form_of(lanes, per_lane, uniform, several)};
    });
}

// Loads of lanes that lie in no runs: noted if nothing is suspicious, else false.
inline bool check_scattered_reads(const Instruction& at, const View& view, const AccessCache& cache,
                                  u32 first, u32 unit_bits, u32 per_lane) {
    BlockChecks& block = *at.warp.block;
    SharedShadow& shadow = block.shadow;
    if (shadow.scattered_count == SharedShadow::kMostScattered) note_reads(block);
    SharedShadow::ScatteredReads& note = shadow.scattered.data()[shadow.scattered_count];
    // Lanes that are switched off stand where the first active one does.
    for (u32 lane = 0; lane < kLanes; ++lane)
        note.unit[lane] = (first + static_cast<u32>(cache.relative[lane])) >> unit_bits;
    bool suspicious = false;
    const u32* const writer = shadow.writer.record;
    for (u32 k = 0; k < per_lane; ++k)
        for (u32 lane = 0; lane < kLanes; ++lane) {
            const s32 record = static_cast<s32>(writer[note.unit[lane] + k]);
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

// Whether the pattern can be checked run by run: stores of several lanes to one place cannot, nor can flags.
template <Kind kind>
inline bool has_runs(const Op* op, const AccessCache& cache) {
    if (kind == Kind::Atomic || cache.shape == kScattered || (op->detail & kStrong) != 0) return false;
    if (kind == Kind::Load) return true;
    if (cache.duplicates || cache.shape == kUniform) return false;
    for (u32 k = 0; k < cache.run_count; ++k)
        if (cache.runs[k].uniform) return false;
    return true;
}

// What does not go by runs, or looked wrong there. True: undefined values were read.
template <Kind kind>
[[gnu::noinline]] inline bool check_lanes(const Instruction& at, const View& view, const AccessCache& cache,
                                          u32 first, u32 bytes, bool note) {
    const auto offset = [&](u32 lane) { return first + static_cast<u32>(cache.relative[lane]); };
    const bool undefined =
        check_each_lane<kind>(at, kind == Kind::Load ? reading_view(view, at.warp) : view, bytes, offset);
    if (kind == Kind::Load || !note) return undefined;
    const SharedShadow::Side& writer = at.warp.block->shadow.writer;
    const u32 unit_bits = at.warp.worker->code->shared_unit_bits();
    for (u32 lanes = at.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = first_lane(lanes);
        const u32 from = offset(lane) >> unit_bits, units = bytes >> unit_bits;
        for (u32 k = from; k < from + units; ++k) {
            writer.record[k] = view.mine | lane | (kind == Kind::Atomic ? SharedShadow::kAtomic : 0);
            writer.op[k] = at.op->index;
        }
    }
    return undefined;
}

// False: a load of undefined values.
[[gnu::always_inline]] inline bool check_load(const Instruction& at, const AccessCache& cache, u32 first,
                                              u32 bytes) {
    const WarpChecks& warp = at.warp;
    const View view = view_of(warp, at.op->index);
    const u32 unit_bits = warp.worker->code->shared_unit_bits();
    const u32 per_lane = bytes >> unit_bits;
    if (has_runs<Kind::Load>(at.op, cache) && per_lane <= 4) {
        const bool wrong = per_lane == 1   ? check_runs<Kind::Load, 1>(at, view, cache, first, unit_bits)
                           : per_lane == 2 ? check_runs<Kind::Load, 2>(at, view, cache, first, unit_bits)
                                           : check_runs<Kind::Load, 4>(at, view, cache, first, unit_bits);
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
    const bool by_lane = !runs           ? true
                         : per_lane == 1 ? check_runs<kind, 1>(at, view, cache, first, unit_bits)
                         : per_lane == 2 ? check_runs<kind, 2>(at, view, cache, first, unit_bits)
                                         : check_runs<kind, 4>(at, view, cache, first, unit_bits);
    if (__builtin_expect(by_lane, 0)) check_lanes<kind>(Instruction{at}, view, cache, first, bytes, !runs);
    if (!runs) return;
    if (per_lane == 1) return note_runs<1>(at, view, cache, first, unit_bits);
    if (per_lane == 2) return note_runs<2>(at, view, cache, first, unit_bits);
    note_runs<4>(at, view, cache, first, unit_bits);
}

// Where nobody looks for races only this is asked: whether what is read has been written.
struct Written {
    u32* writer;  // the shadow's records
    s32 floor;    // of those that this block has made
    u32 mark;

    [[gnu::always_inline]] bool all(u32 unit, u32 count) const {
        Eight missing{};
        u32 k = 0;
        for (; k + 8 <= count; k += 8) missing |= ~at_least(load_eight(writer + unit + k), floor);
        bool here = !any(missing);
        for (; k < count; ++k) here &= static_cast<s32>(writer[unit + k]) >= floor;
        return here;
    }
    [[gnu::always_inline]] void note(u32 unit, u32 count) const {
        u32 k = 0;
        for (; k + 8 <= count; k += 8) store_eight(writer + unit + k, all_eight(mark));
        for (; k < count; ++k) writer[unit + k] = mark;
    }
};

// False: a load of undefined values.
template <Kind kind>
inline bool check_shared_written(const Instruction& at, const AccessCache& cache, u32 first, u32 bytes) {
    WarpChecks& warp = at.warp;
    const u32 unit_bits = warp.worker->code->shared_unit_bits(), units = bytes >> unit_bits;
    const u32 mark = warp.block->first_epoch << SharedShadow::kEpochShift;
    const Written written{warp.block->shadow.writer.record, static_cast<s32>(mark), mark};
    const auto unit_of = [&](u32 lane) {
        return (first + static_cast<u32>(cache.relative[lane])) >> unit_bits;
    };
    const auto each_run = [&](auto visit) {
        if (cache.shape == kScattered) {
            for (u32 lanes = at.exec; lanes != 0; lanes &= lanes - 1)
                visit(unit_of(first_lane(lanes)), units);
            return;
        }
        for_each_run(cache, at.exec, [&](u32 lane, u32 lanes, bool uniform, bool, s32) {
            visit(unit_of(lane), uniform ? units : units * lanes);
        });
    };
    bool all = true;
    if (kind != Kind::Store) each_run([&](u32 unit, u32 count) { all &= written.all(unit, count); });
    bool undefined = false;
    for (u32 lanes = __builtin_expect(all, 1) ? 0 : at.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = first_lane(lanes);
        u32 missing = 0;
        for (u32 k = 0; k < units; ++k)
            if (!written.all(unit_of(lane) + k, 1)) missing |= bytes_of_unit(k << unit_bits, 1u << unit_bits);
        if (missing == 0) continue;
        const UnwrittenRead read = read_unwritten(
            warp, at.op, Space::Shared, lane, first + static_cast<u32>(cache.relative[lane]), bytes, missing);
        undefined |= read == UnwrittenRead::Undefined;
        if (read == UnwrittenRead::Reported) break;
    }
    if (kind != Kind::Load) each_run([&](u32 unit, u32 count) { written.note(unit, count); });
    return !undefined;
}

// Where shared memory has bytes that were stored undefined (BlockChecks::padding). False: a load of undefined values.
template <Kind kind>
inline bool check_padding(const Instruction& at, const AccessCache& cache, u32 first, u32 bytes) {
    WarpChecks& warp = at.warp;
    std::vector<u8>& padding = warp.block->padding;
    bool undefined = false;
    for (u32 lanes = at.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = first_lane(lanes), offset = first + static_cast<u32>(cache.relative[lane]);
        u32 missing = 0;
        for (u32 k = 0; k < bytes; ++k)
            if (padding[offset + k] != 0) missing |= bytes_of_unit(k, 1);
        if (missing != 0 && kind != Kind::Store)
            undefined |= read_unwritten(warp, at.op, Space::Shared, lane, offset, bytes, missing) ==
                         UnwrittenRead::Undefined;
    }
    for (u32 lanes = kind == Kind::Load ? 0 : at.exec; lanes != 0; lanes &= lanes - 1)
        std::fill_n(padding.begin() + first + cache.relative[first_lane(lanes)], bytes, u8{0});
    return !undefined;
}

// Without a look for races, or with such bytes.
template <Kind kind>
[[gnu::noinline]] bool check_unusual(const Instruction& at, const AccessCache& cache, u32 first, u32 bytes) {
    const Checks& checks = at.warp.worker->wanted;
    bool usual = true;
    if (!checks.races) {
        if (checks.initialisation) usual = check_shared_written<kind>(at, cache, first, bytes);
    } else if (kind == Kind::Load) {
        usual = check_load(at, cache, first, bytes);
    } else {
        check_write<kind>(at, cache, first, bytes);
    }
    if (!at.warp.block->padding.empty()) usual &= check_padding<kind>(at, cache, first, bytes);
    return usual;
}

// False: a load of undefined values.
template <Kind kind>
[[gnu::always_inline]] inline bool check_shared(const Instruction& at, const AccessCache& cache, u32 first,
                                                u32 bytes) {
    const SharedChecks checks = at.warp.block->shared_checks;
    if (checks == SharedChecks::None) return true;
    if (__builtin_expect(checks == SharedChecks::Unusual, 0))
        return check_unusual<kind>(Instruction{at}, cache, first, bytes);
    if (kind == Kind::Load) return check_load(at, cache, first, bytes);
    check_write<kind>(Instruction{at}, cache, first, bytes);
    return true;
}

template <u32 per_lane>
void note_run(SharedShadow& shadow, const SharedShadow::Reads& reads, const View& view) {
    if (reads.several())
        note_read_run<per_lane, true>(shadow, reads.unit, reads.lanes(), reads.thread, view);
    else
        note_read_run<per_lane, false>(shadow, reads.unit, reads.lanes(), reads.thread, view);
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
        if (reads.one_place()) {
            for (u32 unit = reads.unit; unit < reads.unit + reads.per_lane(); ++unit)
                note_reader(shadow, unit, reads.thread, reads.several(), view);
        } else if (reads.per_lane() == 1) {
            note_run<1>(shadow, reads, view);
        } else if (reads.per_lane() == 2) {
            note_run<2>(shadow, reads, view);
        } else {
            note_run<4>(shadow, reads, view);
        }
    }
    for (u32 k = 0; k < shadow.scattered_count; ++k) {
        const SharedShadow::ScatteredReads& reads = shadow.scattered[k];
        const View view = view_at(reads.mine, reads.op);
        for (u32 lanes = reads.mask; lanes != 0; lanes &= lanes - 1) {
            const u32 lane = first_lane(lanes);
            for (u32 unit = reads.unit[lane]; unit < reads.unit[lane] + reads.per_lane; ++unit)
                note_reader(shadow, unit, reads.mine | lane, false, view);
        }
    }
    shadow.forget_reads();
}

}  // namespace simt::check::SIMT_ISA
