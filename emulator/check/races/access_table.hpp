// The accesses to global memory of a launch, or of one of its blocks, so far. Each unit (1, 2 or 4 bytes, the kernel's
// narrowest access) has its last write, reads and atomics, each with thread, instruction and Segment. A new access races with
// those that are not ordered before it.
//
// Units lie in lines of 32. A line has a few pieces, each the access of one warp's instruction. A line with many scattered
// accesses, or with a race, is kept unit by unit instead (UnitRecords).
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
    u32 values = 0;  // index into AccessTable's values: the bytes written; 0: none
    u32 more = 0;    // index of more pieces, 0: none
    u32 units = 0;   // index of its UnitRecords, which replace the pieces; 0: none
    Piece piece[kPieces];
};

// The bytes written to lines, by index. Index 0 means none. kChunk: the lines whose bytes lie together.
template <std::size_t kChunk>
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
    std::size_t bytes_;
    u32 used_ = 1;
    std::vector<std::unique_ptr<u8[]>> chunks_;
};

class AccessTable {
  public:
    static constexpr u32 kMorePieces = 8;

    // keeps_values: the table keeps a copy of the bytes that the block writes, because blocks on other host threads may
    // overwrite them. If false, the last writer's bytes are read from memory itself.
    AccessTable(u32 unit, bool keeps_values) : unit_(unit), keeps_values_(keeps_values), values_(unit) {
        forget();
    }
    void forget();
    u32 unit() const { return unit_; }
    bool keeps_values() const { return keeps_values_; }

    // Records one lane's access to `units` units at `address`. value: the bytes of a plain store; memory: their destination.
    // Returns its race, at most one for the whole access.
    RaceFound access(u64 address, u32 units, AccessKind kind, const u8* value, const u8* memory,
                     Record record, BlockOrder& by);
    // The same for plain accesses of `lanes` neighbouring lanes, the k-th at address + k * units * unit. Returns false if they
    // may race. Then not all are recorded, and the caller has to repeat them lane by lane.
    bool access_run(u64 address, u32 lanes, u32 units, bool write, const u8* values, Record first_lane,
                    BlockOrder& by);
    // The same for any piece of one line. value(at): the bytes written to unit `at`.
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

    // The last write, plain or strong, to the unit that holds the address; 0: none.
    Record last_write(u64 address);

    // Lines, in the order in which they were first touched.
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
    // The places in a line where a new piece may go.
    struct Places {
        Piece* same = nullptr;     // differs from it in the units only
        Piece* instead = nullptr;  // the new piece may replace it
        Piece* empty = nullptr;
        u32 readers = 0;
    };
    // Four consecutive lines have neighbouring entries.
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
    LineValues<kChunk> values_;
    std::vector<Entry> index_;
    u64 last_number_ = ~u64{0};
    Line* last_ = nullptr;
};

}  // namespace simt::check
