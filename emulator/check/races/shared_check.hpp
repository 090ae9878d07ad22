// The check of one access to shared memory, by the shape of its addresses: run by run against the shadow, lane by lane where
// that does not go or something looks wrong. Reads are kept aside until a write asks for them (SharedShadow::reads).
#pragma once

#include <algorithm>

#include "emulator/check/races/shared_shadow.hpp"
#include "emulator/exec/barriers.hpp"

namespace simt::exec::SIMT_ISA {

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
[[gnu::always_inline]] inline bool check_runs(const Warp& warp, const View& view, const AccessCache& cache,
                                              u32 first, u32 unit_bits) {
    const SharedShadow& shadow = warp.state->block->shadow;
    bool wrong = false;
    for_each_run(cache, warp.exec, [&](u32 lane, u32 lanes, bool uniform, bool several, s32 relative) {
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
inline void keep_read_runs(Block& block, const View& view, const AccessCache& cache, u32 exec, u32 first,
                           u32 unit_bits, u32 per_lane) {
    SharedShadow& shadow = block.shadow;
    if (shadow.read_count + 4 > SharedShadow::kMostReads) note_reads(block);
    for_each_run(cache, exec, [&](u32 lane, u32 lanes, bool uniform, bool several, s32 relative) {
        shadow.reads.data()[shadow.read_count++] = {
            (first + static_cast<u32>(relative)) >> unit_bits, view.mine | lane, view.op,
            SharedShadow::Reads::form_of(lanes, per_lane, uniform, several)};
    });
}

// Loads of lanes that lie in no runs: noted if nothing is suspicious, else false.
inline bool check_scattered_reads(Warp& warp, const View& view, const AccessCache& cache, u32 first,
                                  u32 unit_bits, u32 per_lane) {
    Block& block = *warp.state->block;
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
    note.mask = warp.exec;
    note.mine = view.mine;
    note.op = view.op;
    note.per_lane = per_lane;
    ++shadow.scattered_count;
    return true;
}

template <u32 per_lane>
inline void note_runs(Warp& warp, const View& view, const AccessCache& cache, u32 first, u32 unit_bits) {
    SharedShadow& shadow = warp.state->block->shadow;
    for_each_run(cache, warp.exec, [&](u32 lane, u32 lanes, bool, bool, s32 relative) {
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
[[gnu::noinline]] inline bool check_lanes(Warp& warp, const Op* op, const View& view,
                                          const AccessCache& cache, u32 first, u32 bytes, bool note) {
    const auto offset = [&](u32 lane) { return first + static_cast<u32>(cache.relative[lane]); };
    const bool undefined = check_each_lane<kind>(
        warp, op, kind == Kind::Load ? reading_view(view, *warp.state) : view, bytes, offset);
    if (kind == Kind::Load || !note) return undefined;
    const SharedShadow::Side& writer = warp.state->block->shadow.writer;
    const u32 unit_bits = warp.state->worker->code->shared_unit_bits();
    for (u32 lanes = warp.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = first_lane(lanes);
        const u32 from = offset(lane) >> unit_bits, units = bytes >> unit_bits;
        for (u32 k = from; k < from + units; ++k) {
            writer.record[k] = view.mine | lane | (kind == Kind::Atomic ? SharedShadow::kAtomic : 0);
            writer.op[k] = op->index;
        }
    }
    return undefined;
}

// False: a load of undefined values.
[[gnu::always_inline]] inline bool check_load(Warp& warp, const Op* op, const AccessCache& cache, u32 first,
                                              u32 bytes) {
    const WarpState& state = *warp.state;
    const View view = view_of(state, op->index);
    const u32 unit_bits = state.worker->code->shared_unit_bits();
    const u32 per_lane = bytes >> unit_bits;
    if (has_runs<Kind::Load>(op, cache) && per_lane <= 4) {
        const bool wrong = per_lane == 1   ? check_runs<Kind::Load, 1>(warp, view, cache, first, unit_bits)
                           : per_lane == 2 ? check_runs<Kind::Load, 2>(warp, view, cache, first, unit_bits)
                                           : check_runs<Kind::Load, 4>(warp, view, cache, first, unit_bits);
        if (__builtin_expect(!wrong, 1)) {
            keep_read_runs(*state.block, view, cache, warp.exec, first, unit_bits, per_lane);
            return true;
        }
    } else if ((op->detail & kStrong) == 0 &&
               check_scattered_reads(warp, view, cache, first, unit_bits, per_lane)) {
        return true;
    }
    note_reads(*state.block);
    return !check_lanes<Kind::Load>(warp, op, view, cache, first, bytes, false);
}

// A store or an atomic.
template <Kind kind>
inline void check_write(Warp& warp, const Op* op, const AccessCache& cache, u32 first, u32 bytes) {
    const WarpState& state = *warp.state;
    note_reads(*state.block);
    const View view = view_of(state, op->index);
    const u32 unit_bits = state.worker->code->shared_unit_bits();
    const u32 per_lane = bytes >> unit_bits;
    const bool runs = has_runs<kind>(op, cache) && per_lane <= 4;
    const bool by_lane = !runs           ? true
                         : per_lane == 1 ? check_runs<kind, 1>(warp, view, cache, first, unit_bits)
                         : per_lane == 2 ? check_runs<kind, 2>(warp, view, cache, first, unit_bits)
                                         : check_runs<kind, 4>(warp, view, cache, first, unit_bits);
    if (__builtin_expect(by_lane, 0)) check_lanes<kind>(warp, op, view, cache, first, bytes, !runs);
    if (!runs) return;
    if (per_lane == 1) return note_runs<1>(warp, view, cache, first, unit_bits);
    if (per_lane == 2) return note_runs<2>(warp, view, cache, first, unit_bits);
    note_runs<4>(warp, view, cache, first, unit_bits);
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
inline bool check_written(Warp& warp, const Op* op, const AccessCache& cache, u32 first, u32 bytes) {
    WarpState& state = *warp.state;
    const u32 unit_bits = state.worker->code->shared_unit_bits(), units = bytes >> unit_bits;
    const u32 mark = state.block->first_epoch << SharedShadow::kEpochShift;
    const Written written{state.block->shadow.writer.record, static_cast<s32>(mark), mark};
    const auto unit_of = [&](u32 lane) {
        return (first + static_cast<u32>(cache.relative[lane])) >> unit_bits;
    };
    const auto each_run = [&](auto visit) {
        if (cache.shape == kScattered) {
            for (u32 lanes = warp.exec; lanes != 0; lanes &= lanes - 1)
                visit(unit_of(first_lane(lanes)), units);
            return;
        }
        for_each_run(cache, warp.exec, [&](u32 lane, u32 lanes, bool uniform, bool, s32) {
            visit(unit_of(lane), uniform ? units : units * lanes);
        });
    };
    bool all = true;
    if (kind != Kind::Store) each_run([&](u32 unit, u32 count) { all &= written.all(unit, count); });
    bool undefined = false;
    for (u32 lanes = __builtin_expect(all, 1) ? 0 : warp.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = first_lane(lanes);
        u32 missing = 0;
        for (u32 k = 0; k < units; ++k)
            if (!written.all(unit_of(lane) + k, 1)) missing |= bytes_of_unit(k << unit_bits, 1u << unit_bits);
        if (missing == 0) continue;
        const UnwrittenRead read =
            read_unwritten(state, op, observe::Space::Shared, lane,
                           first + static_cast<u32>(cache.relative[lane]), bytes, missing);
        undefined |= read == UnwrittenRead::Undefined;
        if (read == UnwrittenRead::Reported) break;
    }
    if (kind != Kind::Load) each_run([&](u32 unit, u32 count) { written.note(unit, count); });
    return !undefined;
}

// Where shared memory has bytes that were stored undefined (Block::padding). False: a load of undefined values.
template <Kind kind>
inline bool check_padding(Warp& warp, const Op* op, const AccessCache& cache, u32 first, u32 bytes) {
    WarpState& state = *warp.state;
    std::vector<u8>& padding = state.block->padding;
    bool undefined = false;
    for (u32 lanes = warp.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = first_lane(lanes), offset = first + static_cast<u32>(cache.relative[lane]);
        u32 missing = 0;
        for (u32 k = 0; k < bytes; ++k)
            if (padding[offset + k] != 0) missing |= bytes_of_unit(k, 1);
        if (missing != 0 && kind != Kind::Store)
            undefined |= read_unwritten(state, op, observe::Space::Shared, lane, offset, bytes, missing) ==
                         UnwrittenRead::Undefined;
    }
    for (u32 lanes = kind == Kind::Load ? 0 : warp.exec; lanes != 0; lanes &= lanes - 1)
        std::fill_n(padding.begin() + first + cache.relative[first_lane(lanes)], bytes, u8{0});
    return !undefined;
}

// Without a look for races, or with such bytes.
template <Kind kind>
[[gnu::noinline]] bool check_unusual(Warp& warp, const Op* op, const AccessCache& cache, u32 first,
                                     u32 bytes) {
    const observe::Checks& checks = warp.state->worker->checks;
    bool usual = true;
    if (!checks.races) {
        if (checks.initialisation) usual = check_written<kind>(warp, op, cache, first, bytes);
    } else if (kind == Kind::Load) {
        usual = check_load(warp, op, cache, first, bytes);
    } else {
        check_write<kind>(warp, op, cache, first, bytes);
    }
    if (!warp.state->block->padding.empty()) usual &= check_padding<kind>(warp, op, cache, first, bytes);
    return usual;
}

// False: a load of undefined values.
template <Kind kind>
[[gnu::always_inline]] inline bool check(Warp& warp, const Op* op, const AccessCache& cache, u32 first,
                                         u32 bytes) {
    const SharedChecks checks = warp.state->block->checks;
    if (checks == SharedChecks::None) return true;
    if (__builtin_expect(checks == SharedChecks::Unusual, 0))
        return check_unusual<kind>(warp, op, cache, first, bytes);
    if (kind == Kind::Load) return check_load(warp, op, cache, first, bytes);
    check_write<kind>(warp, op, cache, first, bytes);
    return true;
}

template <u32 per_lane>
void note_run(SharedShadow& shadow, const SharedShadow::Reads& reads, const View& view) {
    if (reads.several())
        note_read_run<per_lane, true>(shadow, reads.unit, reads.lanes(), reads.thread, view);
    else
        note_read_run<per_lane, false>(shadow, reads.unit, reads.lanes(), reads.thread, view);
}

// What note_reads asks for.
inline const Op* enter_reads(Warp& warp, const Op*) {
    const Block& block = *warp.state->block;
    SharedShadow& shadow = warp.state->block->shadow;
    const auto view_at = [&](u32 record, u32 op) {
        const WarpState& state = *block.warps[(record & SharedShadow::kThreadMask) / kLanes];
        return reading_view(view_of(state, op), state);
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
    return nullptr;
}

}  // namespace simt::exec::SIMT_ISA
