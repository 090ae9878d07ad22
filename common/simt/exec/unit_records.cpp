// See unit_records.hpp.
#include "common/simt/exec/unit_records.hpp"

#include <algorithm>

namespace simt::exec {

namespace {

bool same_warp(Record a, Record b, const OrderSpace& space) {
    return thread_in(a) / kLanes == thread_in(b) / kLanes &&
           space.segment(segment_in(a)).block == space.segment(segment_in(b)).block;
}

// Two accesses that are both strong race only if the scope of one is a block and they are in different ones.
bool scopes_meet(Record a, Record b, const BlockOrder& by) {
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

void UnitRecords::forget() {
    std::fill_n(writer, kLineUnits, Record{0});
    std::fill_n(reader, kLineUnits, Record{0});
    std::fill_n(reader_before, kLineUnits, Record{0});
    has_strong = false;
}

Record UnitRecords::plain_read(u32 at, Record record, const BlockOrder& by, RaceFound& found) {
    Record raced = 0;
    if (!ordered(writer[at], record, by)) {
        raced = writer[at];
        found.other_writes = true;
        found.other_strong = false;
    } else if (has_strong) {
        // Who has met the last of them has met those before it: they follow each other at one place.
        const bool met = ordered(strong->last[at], record, by);
        for (const Record other : {strong->last[at], strong->before[at]}) {
            if (met || (other & kWriting) == 0 || ordered(other, record, by)) continue;
            raced = other;
            found.other_writes = found.other_strong = true;
            break;
        }
    }
    Record& last = reader[at];
    if (last == 0) {
        last = record;
    } else if (same_warp(last, record, *by.space)) {
        const bool several = !ordered(last, record, by);
        last = record | (several ? kManyLanes : 0);
    } else {
        if (!ordered(last, record, by)) reader_before[at] = last;
        last = record;
    }
    return raced;
}

Record UnitRecords::plain_write(u32 at, Record record, bool same_value, const BlockOrder& by,
                                RaceFound& found) {
    Record raced = 0;
    const bool after_writer = ordered(writer[at], record, by);
    same_value = same_value && writer[at] != 0;
    if (!after_writer && !same_value) {
        raced = writer[at];
        found.other_writes = true;
        found.other_strong = false;
    }
    if (raced == 0 && has_strong) {
        const bool met = ordered(strong->last[at], record, by);
        for (const Record other : {strong->last[at], strong->before[at]}) {
            if (met || ordered(other, record, by)) continue;
            raced = other;
            found.other_writes = (other & kWriting) != 0;
            found.other_strong = true;
        }
    }
    for (const Record other : {reader[at], reader_before[at]}) {
        if (raced != 0 || ordered(other, record, by)) continue;
        raced = other;
        found.other_writes = found.other_strong = false;
    }
    // Of several that write one value, the first stays known.
    if (after_writer || !same_value) writer[at] = record;
    return raced;
}

Record UnitRecords::strong_access(u32 at, Record record, bool write, const BlockOrder& by, RaceFound& found) {
    Record raced = 0;
    if (!ordered(writer[at], record, by)) {
        raced = writer[at];
        found.other_writes = true;
        found.other_strong = false;
    }
    for (const Record other : {reader[at], reader_before[at]}) {
        if (!write || raced != 0 || ordered(other, record, by)) continue;
        raced = other;
        found.other_writes = found.other_strong = false;
    }
    if (!has_strong) {
        if (strong == nullptr)
            strong = std::make_unique<StrongRecords>();
        else
            *strong = StrongRecords{};
        has_strong = true;
    }
    for (const Record other : {strong->last[at], strong->before[at]}) {
        if (raced != 0 || other == 0 || scopes_meet(other, record, by) || ordered(other, record, by))
            continue;
        if (!write && (other & kWriting) == 0) continue;
        raced = other;
        found.other_writes = (other & kWriting) != 0;
        found.other_strong = true;
    }
    // A thread that updates first and then only looks has still updated.
    Record mine = record | (write ? kWriting : 0);
    const Record last = strong->last[at];
    const bool same_thread =
        last != 0 && thread_in(last) == thread_in(record) && same_warp(last, record, *by.space);
    if (same_thread) {
        if ((last & kWriting) != 0 && !write) mine = last;
    } else if (last != 0 && !ordered(last, record, by) &&
               ((last & kWriting) != 0 || (strong->before[at] & kWriting) == 0)) {
        strong->before[at] = last;
    }
    strong->last[at] = mine;
    return raced;
}

void UnitRecords::remember_reader(u32 at, Record record, const OrderSpace& space) {
    Record& last = reader[at];
    if (last != 0 && same_warp(last, record, space)) {
        const bool several = ((last | record) & kManyLanes) != 0 || thread_in(last) != thread_in(record);
        last = record | (several ? kManyLanes : 0);
    } else {
        if (last != 0) reader_before[at] = last;
        last = record;
    }
}

bool UnitRecords::note_run(const Piece& mine, u32 at, u32 count, const BlockOrder& by) {
    if (has_strong) return false;
    const auto over = [&](Record record) { return record == 0 || by.is_closed(segment_in(record)); };
    bool clear = true;
    for (u32 k = at; k < at + count; ++k) {
        if (mine.writes()) {
            clear &= over(writer[k]) & over(reader[k]) & over(reader_before[k]);
        } else {
            // A reader of this very segment and lane may stand there too.
            const bool own = ((reader[k] ^ mine.record(k)) & ~u64{kRecordOp}) == 0;
            clear &= over(writer[k]) & (over(reader[k]) | own);
        }
    }
    if (!clear) return false;
    Record* const side = mine.writes() ? writer : reader;
    for (u32 k = at; k < at + count; ++k) side[k] = mine.record(k);
    return true;
}

}  // namespace simt::exec
