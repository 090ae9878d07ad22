// See access_table.hpp.
#include "common/simt/exec/access_table.hpp"

#include <algorithm>
#include <cstring>

namespace simt::exec {

namespace {

// Whether a recorded access comes before what the thread of `record` does now.
bool ordered(Record before, Record record, const BlockOrder& by) {
    if (before == 0) return true;
    const u32 segment = segment_in(before);
    if (segment - by.barrier_begin < by.barrier_end - by.barrier_begin) return true;
    const u32 thread = thread_in(record);
    return by.space->comes_before(by.space->segment(segment), thread_in(before), (before & kManyLanes) != 0,
                                  by, thread / kLanes, thread % kLanes);
}

bool same_warp(Record a, Record b, const BlockOrder& by) {
    return thread_in(a) / kLanes == thread_in(b) / kLanes &&
           by.space->segment(segment_in(a)).block == by.space->segment(segment_in(b)).block;
}

// Two accesses that are both strong race only if the scope of one is a block and they are in different ones.
bool scopes_meet(Record a, Record b, const BlockOrder& by) {
    return ((a | b) & kWithinBlock) == 0 ||
           by.space->segment(segment_in(a)).block == by.space->segment(segment_in(b)).block;
}

}  // namespace

void AccessTable::forget() {
    used_ = 0;
    strong_used_ = 1;
    strong_.resize(std::max<std::size_t>(strong_.size(), 1));
    last_number_ = ~u64{0};
    last_ = nullptr;
    if (index_.empty()) index_.assign(256, Entry{0, 0, 0});
    if (++stamp_ == 0) {
        std::fill(index_.begin(), index_.end(), Entry{0, 0, 0});
        stamp_ = 1;
    }
}

void AccessTable::grow() {
    std::vector<Entry> old(index_.size() * 2, Entry{0, 0, 0});
    old.swap(index_);
    for (const Entry& entry : old) {
        if (entry.stamp != stamp_) continue;
        std::size_t place = entry.number * 0x9E37'79B9'7F4A'7C15u >> 20 & (index_.size() - 1);
        while (index_[place].stamp == stamp_) place = (place + 1) & (index_.size() - 1);
        index_[place] = entry;
    }
}

Line& AccessTable::find(u64 number) {
    if (number == last_number_) return *last_;
    std::size_t place = number * 0x9E37'79B9'7F4A'7C15u >> 20 & (index_.size() - 1);
    while (index_[place].stamp == stamp_ && index_[place].number != number)
        place = (place + 1) & (index_.size() - 1);
    if (index_[place].stamp != stamp_) {
        if (used_ * 2 >= index_.size()) {
            grow();
            return find(number);
        }
        index_[place] = {number, static_cast<u32>(used_), stamp_};
        if (used_ / kChunk == chunks_.size())
            chunks_.push_back(std::make_unique_for_overwrite<Line[]>(kChunk));
        Line& fresh = chunks_[used_ / kChunk][used_ % kChunk];
        ++used_;
        fresh.number = number;
        fresh.strong = 0;
        fresh.written = false;
        std::memset(fresh.writer, 0, sizeof fresh.writer + sizeof fresh.reader + sizeof fresh.reader_before);
    }
    last_number_ = number;
    const u32 index = index_[place].index;
    last_ = &chunks_[index / kChunk][index % kChunk];
    return *last_;
}

StrongRecords& AccessTable::strong_of(Line& line) {
    if (line.strong == 0) {
        if (strong_used_ == strong_.size()) strong_.push_back(std::make_unique<StrongRecords>());
        line.strong = static_cast<u32>(strong_used_++);
        *strong_[line.strong] = StrongRecords{};
    }
    return *strong_[line.strong];
}

Record AccessTable::plain_read(Line& line, u32 at, Record record, const BlockOrder& by, RaceFound& found) {
    Record raced = 0;
    if (!ordered(line.writer[at], record, by)) {
        raced = line.writer[at];
        found.other_writes = true;
        found.other_strong = false;
    } else if (line.strong != 0) {
        const StrongRecords& strong = *strong_[line.strong];
        // Who has met the last of them has met those before it: they follow each other at one place.
        const bool met = ordered(strong.last[at], record, by);
        for (const Record other : {strong.last[at], strong.before[at]}) {
            if (met || (other & kWriting) == 0 || ordered(other, record, by)) continue;
            raced = other;
            found.other_writes = found.other_strong = true;
            break;
        }
    }
    Record& reader = line.reader[at];
    if (reader == 0) {
        reader = record;
    } else if (same_warp(reader, record, by)) {
        const bool several = !ordered(reader, record, by);
        reader = record | (several ? kManyLanes : 0);
    } else {
        if (!ordered(reader, record, by)) line.reader_before[at] = reader;
        reader = record;
    }
    return raced;
}

Record AccessTable::plain_write(Line& line, u32 at, Record record, const u8* value, const BlockOrder& by,
                                RaceFound& found) {
    Record raced = 0;
    const Record writer = line.writer[at];
    const bool after_writer = ordered(writer, record, by);
    const bool same_value = writer != 0 && std::memcmp(line.value + at * unit_, value, unit_) == 0;
    if (!after_writer && !same_value) {
        raced = writer;
        found.other_writes = true;
        found.other_strong = false;
    }
    if (raced == 0 && line.strong != 0) {
        const StrongRecords& strong = *strong_[line.strong];
        const bool met = ordered(strong.last[at], record, by);
        for (const Record other : {strong.last[at], strong.before[at]}) {
            if (met || ordered(other, record, by)) continue;
            raced = other;
            found.other_writes = (other & kWriting) != 0;
            found.other_strong = true;
        }
    }
    for (const Record other : {line.reader[at], line.reader_before[at]}) {
        if (raced != 0 || ordered(other, record, by)) continue;
        raced = other;
        found.other_writes = found.other_strong = false;
    }
    // Of several that write one value, the first stays known.
    if (after_writer || !same_value) line.writer[at] = record;
    std::memcpy(line.value + at * unit_, value, unit_);
    line.written = true;
    return raced;
}

Record AccessTable::strong_access(Line& line, u32 at, Record record, bool write, const BlockOrder& by,
                                  RaceFound& found) {
    Record raced = 0;
    if (!ordered(line.writer[at], record, by)) {
        raced = line.writer[at];
        found.other_writes = true;
        found.other_strong = false;
    }
    for (const Record other : {line.reader[at], line.reader_before[at]}) {
        if (!write || raced != 0 || ordered(other, record, by)) continue;
        raced = other;
        found.other_writes = found.other_strong = false;
    }
    StrongRecords& strong = strong_of(line);
    for (const Record other : {strong.last[at], strong.before[at]}) {
        if (raced != 0 || other == 0 || scopes_meet(other, record, by) || ordered(other, record, by))
            continue;
        if (!write && (other & kWriting) == 0) continue;
        raced = other;
        found.other_writes = (other & kWriting) != 0;
        found.other_strong = true;
    }
    // A thread that updates first and then only looks has still updated.
    Record mine = record | (write ? kWriting : 0);
    const Record last = strong.last[at];
    const bool same_thread = last != 0 && thread_in(last) == thread_in(record) && same_warp(last, record, by);
    if (same_thread) {
        if ((last & kWriting) != 0 && !write) mine = last;
    } else if (last != 0 && !ordered(last, record, by) &&
               ((last & kWriting) != 0 || (strong.before[at] & kWriting) == 0)) {
        strong.before[at] = last;
    }
    strong.last[at] = mine;
    return raced;
}

bool AccessTable::access(u64 address, u32 units, AccessKind kind, const u8* value, Record record,
                         BlockOrder& by, RaceFound& found) {
    bool raced = false;
    address &= ~u64{unit_ - 1};
    if (kind.within_block) record |= kWithinBlock;
    for (u32 k = 0; k < units; ++k, address += unit_) {
        const u64 unit = address / unit_;
        Line& line = find(unit / kLineUnits);
        const u32 at = unit % kLineUnits;
        RaceFound here{};
        const Record other = kind.strong  ? strong_access(line, at, record, kind.write, by, here)
                             : kind.write ? plain_write(line, at, record, value + k * unit_, by, here)
                                          : plain_read(line, at, record, by, here);
        if (other == 0 || raced) continue;
        raced = true;
        found = here;
        found.address = address;
        found.other = other;
    }
    return raced;
}

bool AccessTable::access_run(u64 address, u32 lanes, u32 units, bool write, const u8* values,
                             Record first_lane, BlockOrder& by) {
    const u64 first = address / unit_;
    const u32 total = units * lanes;
    const u32 begin = by.barrier_begin, length = by.barrier_end - by.barrier_begin;
    const auto over = [&](Record record) { return record == 0 || segment_in(record) - begin < length; };
    const u32 shift = units == 1 ? 0 : units == 2 ? 1 : units == 4 ? 2 : units == 8 ? 3 : 4;
    if (1u << shift != units) return false;
    // First whether anything is in the way, then the notes.
    for (u32 done = 0; done < total;) {
        const u64 unit = first + done;
        const Line& line = find(unit / kLineUnits);
        const u32 at = unit % kLineUnits, count = std::min(kLineUnits - at, total - done);
        if (line.strong != 0) return false;
        bool clear = true;
        if (write) {
            for (u32 k = at; k < at + count; ++k)
                clear &= over(line.writer[k]) & over(line.reader[k]) & over(line.reader_before[k]);
        } else {
            // A reader of this very segment and lane may stand there too.
            for (u32 k = at; k < at + count; ++k) {
                const Record mine = first_lane + (u64{(done + k - at) >> shift} << kRecordThread);
                const bool own = ((line.reader[k] ^ mine) & ~u64{kRecordOp}) == 0;
                clear &= over(line.writer[k]) & (over(line.reader[k]) | own);
            }
        }
        if (!clear) return false;
        done += count;
    }
    for (u32 done = 0; done < total;) {
        const u64 unit = first + done;
        Line& line = find(unit / kLineUnits);
        const u32 at = unit % kLineUnits, count = std::min(kLineUnits - at, total - done);
        Record* const record = (write ? line.writer : line.reader) + at;
        for (u32 k = 0; k < count; ++k) record[k] = first_lane + (u64{(done + k) >> shift} << kRecordThread);
        if (write) {
            std::memcpy(line.value + at * unit_, values + std::size_t{done} * unit_,
                        std::size_t{count} * unit_);
            line.written = true;
        }
        done += count;
    }
    return true;
}

}  // namespace simt::exec
