// See unit_records.hpp.
#include "emulator/check/races/unit_records.hpp"

#include <algorithm>

namespace simt::check {

namespace {

bool same_warp(Record a, Record b, const OrderSpace& space) {
    return thread_in(a) / kLanes == thread_in(b) / kLanes &&
           space.segment(segment_in(a)).block == space.segment(segment_in(b)).block;
}

// Two accesses that are both strong race only if the scope of one is a block and they are in different ones, or if both
// write and one of them stores what it has read before.
bool are_meant_to_meet(Record a, Record b, const BlockOrder& by) {
    if ((a & b & kWriting) != 0 && ((a | b) & kUpdating) != 0) return false;
    return ((a | b) & kWithinBlock) == 0 ||
           by.space->segment(segment_in(a)).block == by.space->segment(segment_in(b)).block;
}

}  // namespace

bool ordered(Record before, Record record, const BlockOrder& by) {
    if (before == 0) return true;
    const u32 segment = segment_in(before);
    if (by.is_closed(segment)) return true;
    const u32 thread = thread_in(record);
    return by.space->comes_before(by.space->segment(segment), thread_in(before), (before & kManyLanes) != 0,
                                  by, thread / kLanes, thread % kLanes);
}

bool read_is_done(Record before, Record record, const BlockOrder& by) {
    if (before == 0 || by.is_closed(segment_in(before))) return true;
    const u32 thread = thread_in(record);
    return by.space->is_done_before(by.space->segment(segment_in(before)), thread_in(before),
                                    (before & kManyLanes) != 0, by, thread / kLanes, thread % kLanes);
}

void UnitRecords::forget() { used_ = 0; }

void UnitRecords::begin(Side side) {
    if (records_[side] == nullptr) records_[side] = std::make_unique_for_overwrite<Record[]>(kLineUnits);
    std::fill_n(records_[side].get(), kLineUnits, Record{0});
    used_ |= 1u << side;
}

Record UnitRecords::plain_read(u32 at, Record record, const BlockOrder& by, RaceFound& found) {
    Record raced = 0;
    if (const Record writer = get(kWriter, at); !ordered(writer, record, by)) {
        raced = writer;
        found.other_writes = true;
        found.other_strong = false;
    } else if (has_strong()) {
        // Who has met the last of them has met those before it: they follow each other at one place.
        const bool met = ordered(get(kStrongLast, at), record, by);
        for (const Side side : {kStrongLast, kStrongBefore}) {
            const Record other = get(side, at);
            if (met || (other & kWriting) == 0 || ordered(other, record, by)) continue;
            raced = other;
            found.other_writes = found.other_strong = true;
            break;
        }
    }
    const Record last = get(kReader, at);
    if (last != 0 && same_warp(last, record, *by.space)) {
        const bool several = !ordered(last, record, by);
        set(kReader, at, record | (several ? kManyLanes : 0));
    } else {
        if (last != 0 && !ordered(last, record, by)) set(kReaderBefore, at, last);
        set(kReader, at, record);
    }
    return raced;
}

Record UnitRecords::plain_write(u32 at, Record record, bool same_value, const BlockOrder& by,
                                RaceFound& found) {
    Record raced = 0;
    const Record writer = get(kWriter, at);
    const bool after_writer = ordered(writer, record, by);
    if (!after_writer && !same_value) {
        raced = writer;
        found.other_writes = true;
        found.other_strong = false;
    }
    if (raced == 0 && has_strong()) {
        const bool met = ordered(get(kStrongLast, at), record, by);
        for (const Side side : {kStrongLast, kStrongBefore}) {
            const Record other = get(side, at);
            const bool writes = (other & kWriting) != 0;
            if (met || (writes ? ordered(other, record, by) : read_is_done(other, record, by))) continue;
            raced = other;
            found.other_writes = writes;
            found.other_strong = true;
        }
    }
    for (const Side side : {kReader, kReaderBefore}) {
        const Record other = get(side, at);
        if (raced != 0 || read_is_done(other, record, by)) continue;
        raced = other;
        found.other_writes = found.other_strong = false;
    }
    // Of several that write one value, the first stays known.
    if (after_writer || !same_value) set(kWriter, at, record);
    return raced;
}

Record UnitRecords::strong_access(u32 at, Record record, bool write, const BlockOrder& by, RaceFound& found) {
    Record raced = 0, mine = record | (write ? kWriting : 0);
    if (const Record writer = get(kWriter, at); !ordered(writer, record, by)) {
        raced = writer;
        found.other_writes = true;
        found.other_strong = false;
    }
    for (const Side side : {kReader, kReaderBefore}) {
        const Record other = get(side, at);
        if (!write || raced != 0 || read_is_done(other, record, by)) continue;
        raced = other;
        found.other_writes = found.other_strong = false;
    }
    for (const Side side : {kStrongLast, kStrongBefore}) {
        const Record other = get(side, at);
        if (raced != 0 || other == 0 || are_meant_to_meet(other, mine, by) || ordered(other, record, by))
            continue;
        if (!write && (other & kWriting) == 0) continue;
        raced = other;
        found.other_writes = (other & kWriting) != 0;
        found.other_strong = true;
    }
    // A thread that updates first and then only looks has still updated.
    const Record last = get(kStrongLast, at);
    const bool same_thread =
        last != 0 && thread_in(last) == thread_in(record) && same_warp(last, record, *by.space);
    if (same_thread) {
        if ((last & kWriting) != 0 && !write) mine = last;
    } else if (last != 0 && !ordered(last, record, by) &&
               ((last & kWriting) != 0 || (get(kStrongBefore, at) & kWriting) == 0)) {
        set(kStrongBefore, at, last);
    }
    set(kStrongLast, at, mine);
    return raced;
}

void UnitRecords::remember_reader(u32 at, Record record, const BlockOrder& by) {
    const Record last = get(kReader, at);
    // Accesses before the block's last barrier are already ordered.
    const bool matters = last != 0 && !by.is_closed(segment_in(last));
    if (matters && same_warp(last, record, *by.space)) {
        const bool several = ((last | record) & kManyLanes) != 0 || thread_in(last) != thread_in(record);
        record |= several ? kManyLanes : 0;
    } else if (matters) {
        set(kReaderBefore, at, last);
    }
    set(kReader, at, record);
}

bool UnitRecords::note_piece(const Piece& mine, const BlockOrder& by) {
    if (has_strong()) return false;
    const auto over = [&](Record record) { return record == 0 || by.is_closed(segment_in(record)); };
    // A record of this very segment and thread, whatever the instruction.
    const auto own = [](Record record, Record me) { return ((record ^ me) & ~u64{kRecordOp}) == 0; };
    for (u32 left = mine.mask; left != 0; left &= left - 1) {
        const u32 at = static_cast<u32>(__builtin_ctz(left));
        const Record me = mine.record(at), writer = get(kWriter, at), reader = get(kReader, at);
        if (!over(writer) && !own(writer, me)) return false;
        if (mine.writes()) {
            if ((!over(reader) && !own(reader, me)) || !over(get(kReaderBefore, at))) return false;
            set(kWriter, at, me);
        } else if (over(reader)) {
            set(kReader, at, me);
        } else if (segment_in(reader) == mine.segment) {
            const bool several = ((reader | me) & kManyLanes) != 0 || thread_in(reader) != thread_in(me);
            set(kReader, at, me | (several ? kManyLanes : 0));
        } else {
            RaceFound none{};
            plain_read(at, me, by, none);
        }
    }
    return true;
}

}  // namespace simt::check
