// Compares one access with the shadow of shared memory (SharedShadow), to find races and reads of units that were never
// written. The regular patterns of good kernels go eight units at a time, all others lane by lane.
#pragma once

#include "emulator/check/definedness/definedness.hpp"
#include "emulator/check/races/shared_order.hpp"
#include "emulator/check/record.hpp"
#include "emulator/vectors.hpp"

namespace simt::check::SIMT_ISA {

// Each file has its own copies. Of shared ones the linker would keep one, perhaps that of a file for older CPUs.
namespace {

using namespace vectors::SIMT_ISA;

constexpr u32 kWarpPart = SharedShadow::kThreadMask & ~(kLanes - 1u);
constexpr u32 kNotOurWarp = kWarpPart | SharedShadow::kInFlight;  // in a writer's record xor ours
static_assert(SharedShadow::kInFlight == SharedShadow::kManyWarps, "both set a record apart from every warp");
constexpr s32 kReadInFlight = static_cast<s32>(SharedShadow::kLastEpoch << SharedShadow::kEpochShift);
constexpr u32 kLanePart = kLanes - 1;

// How this warp's accesses relate to earlier records. Records compare as signed numbers, since AVX2 compares no others.
struct View {
    s32 others_floor;  // smaller records of other warps come before us
    s32 lanes_floor;   // smaller records of other lanes of this warp come before us
    s32 block_floor;   // smaller records are an earlier block's
    s32 any_floor;     // the smaller of the first two: all records below it come before us
    s32 own_floor;     // the smallest record of our epoch
    u32 mine;          // our record, with the lane's bits 0
    u32 op;
    // Set if is_ordered may find an earlier reader ordered that the floors do not.
    const WarpChecks* asked = nullptr;
};

inline View view_of(const WarpChecks& warp, u32 op) {
    const auto floor = [](u32 epoch) { return static_cast<s32>(epoch << SharedShadow::kEpochShift); };
    return {floor(warp.barrier_epoch),
            floor(warp.sync_epoch),
            floor(warp.block->first_epoch),
            floor(warp.barrier_epoch < warp.sync_epoch ? warp.barrier_epoch : warp.sync_epoch),
            floor(warp.epoch),
            warp.epoch << SharedShadow::kEpochShift | warp.number * kLanes,
            op,
            nullptr};
}

// The view for noting readers.
inline View reading_view(View view, const WarpChecks& warp) {
    view.asked = may_be_ordered(warp) ? &warp : nullptr;
    return view;
}

// Conditions are masks (all bits set is true), so that one function serves both one unit (u32) and eight.
[[gnu::always_inline]] inline Eight at_least(Eight record, s32 floor) {
    return reinterpret_cast<Eight>(reinterpret_cast<SignedEight>(record) >= floor);
}
[[gnu::always_inline]] inline u32 at_least(u32 record, s32 floor) {
    return static_cast<s32>(record) >= floor ? ~0u : 0;
}
[[gnu::always_inline]] inline Eight non_zero(Eight value) { return reinterpret_cast<Eight>(value != 0); }
[[gnu::always_inline]] inline u32 non_zero(u32 value) { return value != 0 ? ~0u : 0; }
template <class Units>
[[gnu::always_inline]] inline Units choose(Units which, Units yes, Units no) {
    return (which & yes) | (~which & no);
}

template <class Units>
[[gnu::always_inline]] inline Units unordered(Units record, Units other_warp, Units other_lane,
                                              const View& view) {
    return (other_warp | other_lane) &
           choose(other_warp, at_least(record, view.others_floor), at_least(record, view.lanes_floor));
}
// Whether the write of the record is unordered with the access of `thread`.
template <class Units>
[[gnu::always_inline]] inline Units unordered_writer(Units record, Units thread, const View& view) {
    const Units difference = record ^ thread;
    return unordered(record, non_zero(difference & kNotOurWarp), non_zero(difference & kLanePart), view);
}
// The same for the reads that a record stands for.
template <class Units>
[[gnu::always_inline]] inline Units unordered_reader(Units record, Units thread, const View& view) {
    const Units difference = record ^ thread;
    return unordered(record, non_zero((difference & kWarpPart) | (record & SharedShadow::kManyWarps)),
                     non_zero((difference & kLanePart) | (record & SharedShadow::kManyLanes)), view);
}

// The readers' record of a unit after `me` has read it too. several: other lanes of its warp have read it as well.
template <class Units>
[[gnu::always_inline]] inline Units reader_after(Units record, Units me, bool several, const View& view) {
    const Units difference = record ^ me, other_warp = non_zero(difference & kWarpPart);
    const Units warps =
        at_least(record, view.others_floor) & (other_warp | record) & SharedShadow::kManyWarps;
    const Units lanes = several
                            ? ~Units{}
                            : at_least(record, view.lanes_floor) & ~other_warp &
                                  non_zero((difference & kLanePart) | (record & SharedShadow::kManyLanes));
    return me | warps | (lanes & SharedShadow::kManyLanes);
}

// Whether reader_after adds a second warp. The old record is then kept as before_reader.
template <class Units>
[[gnu::always_inline]] inline Units second_warp(Units record, Units me, const View& view) {
    return non_zero((record ^ me) & kWarpPart) & at_least(record, view.others_floor);
}

// Whether the load of a flag leaves the unit's recorded reader in place. It does if that is an ordinary read by another thread,
// and unordered with us: a later store to the flag may race with that read, but not with ours.
inline bool keeps_reader(const Code& code, const SharedShadow& shadow, u32 unit, u32 me, const View& view) {
    const u32 before = shadow.reader.record[unit];
    return ((before ^ me) & SharedShadow::kThreadMask) != 0 &&
           (static_cast<s32>(before) >= view.others_floor || static_cast<s32>(before) >= view.lanes_floor) &&
           !is_strong(code, shadow.reader.op[unit]);
}

inline void note_reader(SharedShadow& shadow, u32 unit, u32 me, bool several, const View& view) {
    const u32 before = shadow.reader.record[unit];
    if (second_warp(before, me, view) != 0) {
        shadow.before_reader.record[unit] = before;
        shadow.before_reader.op[unit] = shadow.reader.op[unit];
    }
    if (static_cast<s32>(before) >= kReadInFlight) return;  // a copy reads it until it is waited for
    u32 after = reader_after(before, me, several, view);
    // An earlier reader that is ordered before us need not be kept: whatever comes after us also comes after it.
    if ((after & SharedShadow::kManyLanes) != 0 && !several && view.asked != nullptr &&
        is_ordered(*view.asked, me & kLanePart, {before, shadow.reader.op[unit], false}))
        after &= ~SharedShadow::kManyLanes;
    shadow.reader.record[unit] = after;
    shadow.reader.op[unit] = view.op;
}

// Bits for `count` bytes from `first` on. Reads of more than 32 bytes are not loads; for bytes beyond 32, any bit will do.
inline u32 bytes_of_unit(u32 first, u32 count) {
    return first >= 32 ? 1u : static_cast<u32>(((u64{1} << count) - 1) << first);
}

// Checks one lane's access and notes a reader. Writers are noted after all lanes of the instruction are checked, because the
// lanes are not ordered among themselves. True: it read undefined values.
template <Kind kind>
bool check_lane(const Instruction& at, const View& view, u32 lane, u32 offset, u32 bytes) {
    WarpChecks& warp = at.warp;
    SharedShadow& shadow = warp.block->shadow;
    const u32 unit_bytes = warp.worker->code->shared_unit;
    const u32 thread = warp.thread(lane);
    u32 missing = 0;  // of the lane's bytes
    bool raced = false;
    OtherAccess other;
    const auto meet = [&](const OtherAccess& found, u32 unit) {
        if (raced || is_no_race(at, lane, offset, unit, found)) return;
        raced = true;
        other = found;
    };
    for (u32 unit = offset / unit_bytes; unit < (offset + bytes) / unit_bytes; ++unit) {
        const u32 writer = shadow.writer.record[unit];
        const bool both_atomic = kind == Kind::Atomic && (writer & SharedShadow::kAtomic) != 0;
        if (static_cast<s32>(writer) < view.block_floor) {
            if (kind != Kind::Store) missing |= bytes_of_unit(unit * unit_bytes - offset, unit_bytes);
        } else if (!both_atomic && unordered_writer(writer, thread, view) != 0) {
            meet({writer, shadow.writer.op[unit], true}, unit);
        }
        if (kind == Kind::Load) {
            if ((at.op->detail & kStrong) != 0 &&
                keeps_reader(*warp.worker->code, shadow, unit, view.mine | lane, view))
                continue;
            note_reader(shadow, unit, view.mine | lane, false, view);
            continue;
        }
        const u32 reader = shadow.reader.record[unit];
        const auto meets = [&](u32 readers) { return unordered_reader(readers, thread, view) != 0; };
        if (raced || static_cast<s32>(reader) < view.block_floor || !meets(reader)) continue;
        // The last reader, and the last one of another warp if there is one. A reader in the writer's own warp is tried last.
        const bool many_warps =
            (reader & SharedShadow::kManyWarps) != 0 && static_cast<s32>(reader) < kReadInFlight;
        const bool own = ((reader ^ thread) & kWarpPart) == 0;
        const OtherAccess last{reader, shadow.reader.op[unit], false};
        const OtherAccess before{shadow.before_reader.record[unit], shadow.before_reader.op[unit], false};
        const bool meets_before = many_warps && meets(before.record & ~SharedShadow::kManyWarps);
        if (meets_before && own) meet(before, unit);
        if (!many_warps || !own || meets(reader & ~SharedShadow::kManyWarps)) meet(last, unit);
        if (meets_before && !own) meet(before, unit);
    }
    bool undefined = false;
    if (__builtin_expect(missing != 0, 0) && warp.worker->wanted.initialisation)
        undefined = read_unwritten(warp, at.op, Space::Shared, lane, offset, bytes, missing) ==
                    UnwrittenRead::Undefined;
    if (__builtin_expect(raced, 0)) shared_race(warp, at.op, lane, offset, bytes, kind != Kind::Load, other);
    return undefined;
}

// The threads of the eight units from `first` on, with `per_lane` units for each lane from `me` on.
template <u32 per_lane>
[[gnu::always_inline]] inline Eight threads_of(u32 me, u32 first) {
    constexpr Eight kLane = {0 / per_lane, 1 / per_lane, 2 / per_lane, 3 / per_lane,
                             4 / per_lane, 5 / per_lane, 6 / per_lane, 7 / per_lane};
    return kLane + (me + first / per_lane);
}

// Whether one of eight writers has to be compared with the threads that read.
[[gnu::always_inline]] inline Eight suspicious_writers(Eight record, const View& view) {
    return ~at_least(record, view.block_floor) | at_least(record, view.any_floor);
}

// Readers' records that one more read need not change: those of several warps in our epoch, and those of copies in flight.
[[gnu::always_inline]] inline Eight settled_readers(Eight record, const View& view) {
    return at_least(record, kReadInFlight) |
           (at_least(record, view.own_floor) & non_zero(record & SharedShadow::kManyWarps));
}

// Checks reads of neighbouring units, `per_lane` for each lane from `me` on. repeated: another lane of the warp reads each
// unit too. True: the lanes have to be checked one by one.
template <u32 per_lane, bool repeated>
[[gnu::always_inline]] inline bool check_read_run(const SharedShadow& shadow, u32 unit, u32 lanes, u32 me,
                                                  const View& view) {
    Eight suspicious{};
    for (u32 first = 0; first < lanes * per_lane; first += 8)
        suspicious |= suspicious_writers(load_eight(shadow.writer.record + unit + first), view);
    if (__builtin_expect(!any(suspicious), 1)) return false;
    Eight wrong{};
    for (u32 first = 0; first < lanes * per_lane; first += 8) {
        const Eight mine = threads_of<per_lane>(me, first);
        const Eight written = load_eight(shadow.writer.record + unit + first);
        wrong |= unordered_writer(written, mine, view) | ~at_least(written, view.block_floor);
        if (repeated)
            wrong |= unordered_writer(written, mine ^ 1, view);  // one of the two lanes is not the writer
    }
    return any(wrong);
}

// Checks reads of one place of `units` units by `me` and, if several, by other lanes of its warp.
[[gnu::always_inline]] inline bool check_read_place(const SharedShadow& shadow, u32 unit, u32 units,
                                                    bool several, u32 me, const View& view) {
    bool wrong = false;
    for (u32 k = 0; k < units; ++k) {
        const u32 writer = shadow.writer.record[unit + k];
        const bool early = static_cast<s32>(writer) < view.any_floor;
        wrong |= static_cast<s32>(writer) < view.block_floor;
        if (__builtin_expect(early, 1)) continue;
        wrong |= unordered_writer(writer, me, view) != 0;
        // One of the two lanes is not the writer.
        wrong |= several && unordered_writer(writer, me ^ 1, view) != 0;
    }
    return wrong;
}

// note_reader for neighbouring units.
template <u32 per_lane, bool repeated>
[[gnu::always_inline]] inline void note_read_run(SharedShadow& shadow, u32 unit, u32 lanes, u32 me,
                                                 const View& view) {
    for (u32 first = 0; first < lanes * per_lane; first += 8) {
        u32* const place = shadow.reader.record + unit + first;
        const Eight before = load_eight(place);
        if (!any(~settled_readers(before, view))) continue;
        u32* const place_op = shadow.reader.op + unit + first;
        const Eight mine = threads_of<per_lane>(me, first);
        const Eight after = reader_after(before, mine, repeated, view);
        if (!repeated && view.asked != nullptr && any(after & SharedShadow::kManyLanes)) {
            for (u32 k = 0; k < 8; ++k) note_reader(shadow, unit + first + k, mine[k], false, view);
            continue;
        }
        if (const Eight second = second_warp(before, mine, view); __builtin_expect(any(second), 0)) {
            u32* const kept = shadow.before_reader.record + unit + first;
            u32* const kept_op = shadow.before_reader.op + unit + first;
            store_eight(kept, choose(second, before, load_eight(kept)));
            store_eight(kept_op, choose(second, load_eight(place_op), load_eight(kept_op)));
        }
        const Eight in_flight = at_least(before, kReadInFlight);
        store_eight(place, choose(in_flight, before, after));
        store_eight(place_op, choose(in_flight, load_eight(place_op), all_eight(view.op)));
    }
}

template <u32 per_lane>
[[gnu::always_inline]] inline bool check_write_run(const SharedShadow& shadow, u32 unit, u32 lanes, u32 me,
                                                   const View& view) {
    Eight wrong{};
    for (u32 first = 0; first < lanes * per_lane; first += 8) {
        const Eight mine = threads_of<per_lane>(me, first);
        wrong |= unordered_writer(load_eight(shadow.writer.record + unit + first), mine, view) |
                 unordered_reader(load_eight(shadow.reader.record + unit + first), mine, view);
    }
    return any(wrong);
}

template <u32 per_lane>
[[gnu::always_inline]] inline void note_write_run(SharedShadow& shadow, u32 unit, u32 lanes, u32 me, u32 op) {
    for (u32 first = 0; first < lanes * per_lane; first += 8) {
        store_eight(shadow.writer.record + unit + first, threads_of<per_lane>(me, first));
        store_eight(shadow.writer.op + unit + first, all_eight(op));
    }
}

}  // namespace

}  // namespace simt::check::SIMT_ISA
