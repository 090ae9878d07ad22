// See access_table.hpp.
#include "emulator/check/races/access_table.hpp"

#include <algorithm>
#include <cstring>

namespace simt::check {

namespace {

// Whether the piece comes before the access in each of the units; done: as in ordered().
bool all_ordered(const Piece& piece, const Piece& mine, u32 units, const BlockOrder& by, bool done = false) {
    for (const u32 at : Bits(units)) {
        if (!ordered(piece.record(at), mine.record(at), by, done)) return false;
    }
    return true;
}
bool meets_no_race(const Piece& piece, const Piece& mine, u32 units, const BlockOrder& by) {
    if (!piece.writes() && !mine.writes()) return true;
    return all_ordered(piece, mine, units, by, !piece.writes());
}

}  // namespace

void AccessTable::forget() {
    used_ = 0;
    more_.resize(1);
    unit_records_used_ = 1;
    values_.forget();
    last_number_ = ~u64{0};
    last_ = nullptr;
    if (index_.empty()) index_.assign(256, Entry{0, 0});
    if (++stamp_ == 0) {
        std::fill(index_.begin(), index_.end(), Entry{0, 0});
        stamp_ = 1;
    }
}

void AccessTable::grow() {
    std::vector<Entry> old(index_.size() * 2, Entry{0, 0});
    old.swap(index_);
    for (const Entry& entry : old) {
        if (entry.stamp != stamp_) continue;
        std::size_t place = place_of(line_at(entry.index).number);
        while (index_[place].stamp == stamp_) place = (place + 1) & (index_.size() - 1);
        index_[place] = entry;
    }
}

Line& AccessTable::find(u64 number) {
    if (number == last_number_) return *last_;
    std::size_t place = place_of(number);
    while (index_[place].stamp == stamp_ && line_at(index_[place].index).number != number)
        place = (place + 1) & (index_.size() - 1);
    if (index_[place].stamp != stamp_) {
        if (used_ * 4 >= index_.size() * 3) {
            grow();
            return find(number);
        }
        index_[place] = {static_cast<u32>(used_), stamp_};
        if (used_ / kChunk == lines_.size()) lines_.push_back(std::make_unique_for_overwrite<Line[]>(kChunk));
        Line& fresh = line_at(static_cast<u32>(used_++));
        fresh = Line{};
        fresh.number = number;
    }
    last_number_ = number;
    last_ = &line_at(index_[place].index);
    return *last_;
}

// False: the access may race with the piece.
bool AccessTable::compare(Piece& piece, const Piece& mine, const BlockOrder& by, Places& places) {
    if (piece.same_way(mine)) {
        places.same = &piece;
        return true;
    }
    const bool closed = by.is_closed(piece.segment);
    const auto same_threads = [&] {
        return piece.same_threads(mine) && ((piece.how | mine.how) & kManyLanes) == 0 &&
               (piece.segment == mine.segment || by.space->segment(piece.segment).block == by.block);
    };
    const u32 both = piece.mask & mine.mask;
    if (both != 0 && !closed && !same_threads() && !meets_no_race(piece, mine, both, by)) return false;
    if (places.instead != nullptr || piece.writes() != mine.writes() || both != piece.mask) return true;
    if (closed || mine.writes() || same_threads() || all_ordered(piece, mine, both, by)) {
        places.instead = &piece;
    } else if (piece.warp() != mine.warp() && ++places.readers == 2) {
        // Readers of two warps are enough for each unit, since a writer belongs to at most one of them.
        places.instead = &piece;
    }
    return true;
}

// False: nothing is noted, because the access may race with an earlier one or there is no room for another piece.
bool AccessTable::note(Line& line, const Piece& mine, const BlockOrder& by) {
    Places places;
    const auto look = [&](Piece* pieces, u32 count) {
        for (u32 k = 0; k < count; ++k) {
            if (pieces[k].mask == 0) {
                places.empty = &pieces[k];
                break;
            }
            if (!compare(pieces[k], mine, by, places)) return false;
        }
        return true;
    };
    if (!look(line.piece, Line::kPieces)) return false;
    if (line.more != 0 && !look(more_[line.more].data(), kMorePieces)) return false;
    if (places.same != nullptr) {
        places.same->mask |= mine.mask;
    } else if (places.instead != nullptr) {
        *places.instead = mine;
    } else if (places.empty != nullptr) {
        *places.empty = mine;
    } else if (line.more == 0) {
        line.more = static_cast<u32>(more_.size());
        more_.emplace_back()[0] = mine;
    } else {
        return false;
    }
    return true;
}

bool AccessTable::note_anyhow(Line& line, const Piece& mine, const BlockOrder& by) {
    return line.units != 0 ? unit_records_[line.units]->note_piece(mine, by) : note(line, mine, by);
}

// Spreads pieces over units, older pieces first, so that the last access of each unit stays.
UnitRecords& AccessTable::spread(Line& line, const BlockOrder& by) {
    if (line.units != 0) return *unit_records_[line.units];
    Piece pieces[Line::kPieces + kMorePieces];
    u32 count = 0;
    for_each_piece(line, [&](const Piece& piece) { pieces[count++] = piece; });
    std::stable_sort(pieces, pieces + count,
                     [](const Piece& a, const Piece& b) { return a.segment < b.segment; });
    if (unit_records_used_ == unit_records_.size()) unit_records_.push_back(std::make_unique<UnitRecords>());
    line.units = static_cast<u32>(unit_records_used_++);
    UnitRecords& units = *unit_records_[line.units];
    units.forget();
    for (u32 k = 0; k < count; ++k) {
        for (const u32 at : Bits(pieces[k].mask)) {
            if (pieces[k].writes())
                units.set(UnitRecords::kWriter, at, pieces[k].record(at));
            else
                units.remember_reader(at, pieces[k].record(at), by);
        }
    }
    return units;
}

RaceFound AccessTable::access(u64 address, u32 units, AccessKind kind, const u8* value, const u8* memory,
                              Record record, BlockOrder& by) {
    RaceFound race;
    const u64 first = address / unit_;
    if (kind.within_block) record |= kWithinBlock;
    if (kind.updates) record |= kUpdating;
    for (u32 done = 0; done < units;) {
        const u64 number = (first + done) / kLineUnits;
        const u32 at = (first + done) % kLineUnits, count = std::min(kLineUnits - at, units - done);
        const u8* const written = value + std::size_t{done} * unit_;
        if (!kind.strong && access_piece(
                                number, run_piece(at, count, Piece::kOneThread, record, kind.write),
                                [&](u32 unit) { return written + std::size_t{unit - at} * unit_; }, by)) {
            done += count;
            continue;
        }
        Line& line = find(number);
        UnitRecords& all = spread(line, by);
        for (u32 k = 0; k < count; ++k, ++done) {
            RaceFound here;
            if (kind.strong) {
                here = all.strong_access(at + k, record, kind.write, by);
            } else if (kind.write) {
                u8* const kept = keeps_values_ ? values_of(line) + (at + k) * unit_ : nullptr;
                const u8* const before = keeps_values_ ? kept : memory + done * unit_;
                const bool same = all.get(UnitRecords::kWriter, at + k) != 0 &&
                                  std::memcmp(before, written + k * unit_, unit_) == 0;
                here = all.plain_write(at + k, record, same, by);
                if (keeps_values_) std::memcpy(kept, written + k * unit_, unit_);
            } else {
                here = all.plain_read(at + k, record, by);
            }
            if (here.other == 0 || race.other != 0) continue;
            race = here;
            race.address = (first + done) * unit_;
        }
    }
    return race;
}

bool AccessTable::access_run(u64 address, u32 lanes, u32 units, bool write, const u8* values,
                             Record first_lane, BlockOrder& by) {
    const u64 first = address / unit_;
    const u32 total = units * lanes;
    const u32 shift = static_cast<u32>(__builtin_ctz(units));
    if (1u << shift != units || shift > Piece::kOneThread) return false;
    for (u32 done = 0; done < total;) {
        const u64 unit = first + done;
        const u32 at = unit % kLineUnits, count = std::min(kLineUnits - at, total - done);
        const Piece mine = run_piece(at, count, static_cast<u8>(shift),
                                     first_lane + (u64{done >> shift} << kRecordThread), write);
        Line& line = find(unit / kLineUnits);
        if (!note_anyhow(line, mine, by)) return false;
        if (write && keeps_values_)
            std::memcpy(values_of(line) + at * unit_, values + std::size_t{done} * unit_,
                        std::size_t{count} * unit_);
        done += count;
    }
    return true;
}

Record AccessTable::last_write(u64 address) {
    const u64 unit = address / unit_;
    const Line& line = find(unit / kLineUnits);
    const u32 at = unit % kLineUnits;
    Record last = 0;
    const auto later = [&](Record record) { last = segment_in(record) >= segment_in(last) ? record : last; };
    if (const UnitRecords* const units = units_of(line)) {
        if (const Record plain = units->get(UnitRecords::kWriter, at); plain != 0) later(plain);
        if (const Record strong = units->get(UnitRecords::kStrongLast, at); (strong & kWriting) != 0)
            later(strong);
        return last;
    }
    for_each_piece(line, [&](const Piece& piece) {
        if (piece.writes() && (piece.mask >> at & 1u) != 0) later(piece.record(at));
    });
    return last;
}

}  // namespace simt::check
