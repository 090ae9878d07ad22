// What a launch, or one of its blocks, has accessed of global memory so far: for each unit (1, 2 or 4 bytes, the kernel's
// narrowest access) the last write, reads and atomics, each with its thread, instruction and Segment. A new access races with
// those that nothing orders before it.
//
// Units lie in lines of 32. A line is a few pieces, each what one warp's instruction did to it; a line with many scattered
// accesses, or with a race, is kept unit by unit (UnitRecords).
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <vector>

#include "emulator/check/races/unit_records.hpp"

namespace simt::check {

struct Line {
    static constexpr u32 kPieces = 3;
    u64 number = 0;  // address / (32 * unit)
    u32 values = 0;  // index into AccessTable's: the bytes that the writers wrote; 0: nothing is written
    u32 more = 0;    // index of more pieces, 0: none
    u32 units = 0;   // index of its UnitRecords, which then are all there is; 0: none
    Piece piece[kPieces];
};

// The bytes that were written to lines, by index. 0 stands for none.
class LineValues {
  public:
    explicit LineValues(u32 unit) : bytes_(std::size_t{kLineUnits} * unit) {}
    void forget() { used_ = 1; }
    u32 add() {
        if (used_ / kChunk == chunks_.size())
            chunks_.push_back(std::make_unique_for_overwrite<u8[]>(kChunk * bytes_));
        return used_++;
    }
    u8* at(u32 index) const { return chunks_[index / kChunk].get() + index % kChunk * bytes_; }

  private:
    static constexpr std::size_t kChunk = 64;
    std::size_t bytes_;
    u32 used_ = 1;
    std::vector<std::unique_ptr<u8[]>> chunks_;
};

class AccessTable {
  public:
    static constexpr u32 kMorePieces = 8;

    // keeps_values: what was written has to be known when a block ends, or memory may have changed by then because other
    // host threads write it too. Otherwise memory itself says what the last writer wrote.
    AccessTable(u32 unit, bool keeps_values) : unit_(unit), keeps_values_(keeps_values), values_(unit) {
        forget();
    }
    void forget();
    u32 unit() const { return unit_; }
    bool keeps_values() const { return keeps_values_; }

    // Notes the access of `units` units at `address` by one lane; `value`: the bytes written, for plain stores; memory:
    // where they are to go. Returns its race; several units of one access are one.
    RaceFound access(u64 address, u32 units, AccessKind kind, const u8* value, const u8* memory,
                     Record record, BlockOrder& by);
    // The same for `lanes` lanes side by side, the k-th at address + k * units * unit: plain accesses that race with
    // nothing. False: not all of it is noted, take it lane by lane.
    bool access_run(u64 address, u32 lanes, u32 units, bool write, const u8* values, Record first_lane,
                    BlockOrder& by);
    // The same for units of one line that lie otherwise; value(at): the bytes written to a unit.
    template <class Value>
    bool access_piece(u64 line_number, const Piece& mine, Value value, const BlockOrder& by) {
        Line& line = find(line_number);
        if (!note_anyhow(line, mine, by)) return false;
        if (!mine.writes() || !keeps_values_) return true;
        u8* const kept = values_of(line);
        for (const u32 at : Bits(mine.mask)) {
            __builtin_memcpy(kept + at * unit_, value(at), unit_);
        }
        return true;
    }

    // In the order in which they were first touched.
    std::size_t size() const { return used_; }
    const Line& line(std::size_t k) const { return lines_[k / kChunk][k % kChunk]; }
    const UnitRecords* units_of(const Line& line) const {
        return line.units == 0 ? nullptr : unit_records_[line.units].get();
    }
    const u8* values_of(const Line& line) const { return values_.at(line.values); }
    template <class Visit>
    void for_each_piece(const Line& line, Visit visit) const {
        const auto each = [&](const auto& pieces) {
            for (const Piece& piece : pieces)
                if (piece.mask != 0) visit(piece);
        };
        each(line.piece);
        if (line.more != 0) each(more_[line.more]);
    }

  private:
    static constexpr std::size_t kChunk = 64;
    struct Entry {
        u32 index, stamp;
    };
    // What became of a piece that was compared with an access.
    struct Places {
        Piece* same = nullptr;     // differs in the units only
        Piece* instead = nullptr;  // need not be known any more when the access is
        Piece* empty = nullptr;
        u32 readers = 0;
    };
    // Four lines that follow each other have neighbouring entries.
    std::size_t place_of(u64 number) const {
        return ((number >> 2) * 0x9E37'79B9'7F4A'7C15u >> 32 << 2 | (number & 3)) & (index_.size() - 1);
    }
    Line& line_at(u32 index) { return lines_[index / kChunk][index % kChunk]; }
    Line& find(u64 number);
    void grow();
    u8* values_of(Line& line) {
        if (line.values == 0) line.values = values_.add();
        return values_.at(line.values);
    }
    bool note(Line& line, const Piece& mine, const BlockOrder& by);
    bool note_anyhow(Line& line, const Piece& mine, const BlockOrder& by);
    bool compare(Piece& piece, const Piece& mine, const BlockOrder& by, Places& places);
    UnitRecords& spread(Line& line, const BlockOrder& by);

    u32 unit_;
    bool keeps_values_;
    u32 stamp_ = 0;
    std::size_t used_ = 0;
    std::vector<std::unique_ptr<Line[]>> lines_;
    std::deque<std::array<Piece, kMorePieces>> more_{1};
    std::vector<std::unique_ptr<UnitRecords>> unit_records_{1};
    std::size_t unit_records_used_ = 1;
    LineValues values_;
    std::vector<Entry> index_;
    u64 last_number_ = ~u64{0};
    Line* last_ = nullptr;
};

}  // namespace simt::check
