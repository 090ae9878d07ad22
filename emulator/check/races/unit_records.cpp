// See unit_records.hpp.
#include "emulator/check/races/unit_records.hpp"

#include <algorithm>

namespace simt::check {

namespace {

bool same_warp(Record a, Record b, const OrderSpace& space) {
    return thread_in(a) / kLanes == thread_in(b) / kLanes &&
           space.segment(segment_in(a)).block == space.segment(segment_in(b)).block;
}

// Whether all lanes of the block's warp that made both accesses met between them.
bool parted_by_meeting(Record before, Record after, const BlockOrder& by) {
    const Segment& first = by.space->segment(segment_in(before));
    if (first.block != by.block || !same_warp(before, after, *by.space)) return false;
    const u32 met = by.warp[thread_in(after) / kLanes].all_met;
    return first.clock < met && met <= by.space->segment(segment_in(after)).clock;
}

// Two strong accesses race only if one has block scope and they are in different blocks, or if both write and one of them
// stores a value computed from an earlier read of the same place.
bool are_meant_to_meet(Record a, Record b, const BlockOrder& by) {
    if ((a & b & kWriting) != 0 && ((a | b) & kUpdating) != 0) return false;
    return ((a | b) & kWithinBlock) == 0 ||
           by.space->segment(segment_in(a)).block == by.space->segment(segment_in(b)).block;
}

}  // namespace

bool ordered(Record before, Record record, const BlockOrder& by, bool done) {
    if (before == 0 || by.is_closed(segment_in(before))) return true;
    const Segment& segment = by.space->segment(segment_in(before));
    const u32 warp = thread_in(record) / kLanes, lane = thread_in(record) % kLanes;
    return by.space->comes_before(segment, thread_in(before), (before & kManyLanes) != 0, by, warp, lane) ||
           (done && by.space->is_done(segment, thread_in(before), by, warp));
}

void UnitRecords::begin(Side side) {
    if (records_[side] == nullptr) records_[side] = std::make_unique_for_overwrite<Record[]>(kLineUnits);
    std::fill_n(records_[side].get(), kLineUnits, Record{0});
    used_ |= 1u << side;
}

RaceFound UnitRecords::with_writer(u32 at, Record record, const BlockOrder& by) const {
    const Record writer = get(kWriter, at);
    return ordered(writer, record, by) ? RaceFound{} : RaceFound{writer, true, false};
}

RaceFound UnitRecords::with_readers(u32 at, Record record, const BlockOrder& by) const {
    for (const Side side : {kReader, kReaderBefore})
        if (const Record other = get(side, at); !ordered(other, record, by, true))
            return {other, false, false};
    return {};
}

RaceFound UnitRecords::with_strong(u32 at, Record record, bool write, const BlockOrder& by) const {
    // Strong accesses to one place follow each other: if the last one is ordered before us, so are the earlier ones.
    if (!has_strong() || ordered(get(kStrongLast, at), record, by)) return {};
    for (const bool last : {!write, write}) {
        const Record other = get(last ? kStrongLast : kStrongBefore, at);
        const bool writes = (other & kWriting) != 0;
        if ((writes || write) && !ordered(other, record, by, !writes)) return {other, writes, true};
    }
    return {};
}

RaceFound UnitRecords::plain_read(u32 at, Record record, const BlockOrder& by) {
    RaceFound race = with_writer(at, record, by);
    if (race.other == 0) race = with_strong(at, record, false, by);
    const Record last = get(kReader, at);
    const bool after = ordered(last, record, by);
    const bool own_warp = last != 0 && same_warp(last, record, *by.space);
    if (!own_warp && !after) set(kReaderBefore, at, last);
    set(kReader, at, record | (own_warp && !after ? kManyLanes : 0));
    return race;
}

RaceFound UnitRecords::plain_write(u32 at, Record record, bool same_value, const BlockOrder& by) {
    const RaceFound writer = with_writer(at, record, by);
    RaceFound race = same_value ? RaceFound{} : writer;
    if (race.other == 0) race = with_strong(at, record, true, by);
    if (race.other == 0) race = with_readers(at, record, by);
    // If several write the same value, the first stays recorded.
    if (writer.other == 0 || !same_value) set(kWriter, at, record);
    return race;
}

RaceFound UnitRecords::strong_access(u32 at, Record record, bool write, const BlockOrder& by) {
    Record mine = record | (write ? kWriting : 0);
    if (!has(kWriter) && !has(kReader) && get(kStrongLast, at) == 0) {  // the first access
        set(kStrongLast, at, mine);
        return {};
    }
    RaceFound race = with_writer(at, record, by);
    if (race.other == 0 && write) race = with_readers(at, record, by);
    for (const Side side : {kStrongLast, kStrongBefore}) {
        const Record other = get(side, at);
        if (race.other == 0 && ((other | mine) & kWriting) != 0 && !are_meant_to_meet(other, mine, by) &&
            !ordered(other, record, by))
            race = {other, (other & kWriting) != 0, true};
    }
    // A thread that updates and then only reads has still updated.
    const Record last = get(kStrongLast, at);
    const bool same_thread =
        last != 0 && thread_in(last) == thread_in(record) && same_warp(last, record, *by.space);
    if (same_thread) {
        if ((last & kWriting) != 0 && !write) mine = last;
    } else if (!ordered(last, record, by) &&
               ((last & kWriting) != 0 || (get(kStrongBefore, at) & kWriting) == 0)) {
        set(kStrongBefore, at, last);
    }
    set(kStrongLast, at, mine);
    return race;
}

void UnitRecords::remember_reader(u32 at, Record record, const BlockOrder& by) {
    const Record last = get(kReader, at);
    // Accesses before the block's last barrier are already ordered, and what comes after `record` comes after the reads of its
    // warp that it came after.
    const bool matters = last != 0 && !by.is_closed(segment_in(last)) && !parted_by_meeting(last, record, by);
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
    // A record of the same segment and thread, by any instruction.
    const auto own = [](Record record, Record me) { return ((record ^ me) & ~u64{kRecordOp}) == 0; };
    for (const u32 at : Bits(mine.mask)) {
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
            plain_read(at, me, by);
        }
    }
    return true;
}

}  // namespace simt::check
