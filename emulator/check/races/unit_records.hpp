// A line's accesses unit by unit: the last plain write and reads of each, and the last strong accesses. This is the long form,
// for lines whose accesses are too irregular for pieces (access_table.hpp).
#pragma once

#include <memory>

#include "emulator/check/races/access_record.hpp"

namespace simt::check {

struct AccessKind {
    bool write, strong, within_block;
    bool updates = false;
};

// A race with an earlier access.
struct RaceFound {
    Record other = 0;  // 0: no race
    bool writes = false, strong = false;
    u64 address = 0;  // of the unit
};

// Whether the access `before` comes before what the thread of `record` does now. done: `before` is a read and the new access a
// write, so it is enough that the read is finished (ReadOrder).
bool ordered(Record before, Record record, const BlockOrder& by, bool done = false);

class UnitRecords {
  public:
    // Of plain accesses: the last write, the last read, and the last read by a warp other than the last reader's. Of strong
    // accesses (atomic, volatile, relaxed, acquire, release): the last one, and the last one by another thread than that.
    enum Side : u8 { kWriter, kReader, kReaderBefore, kStrongLast, kStrongBefore, kSides };

    void forget() { used_ = 0; }
    bool has(Side side) const { return (used_ >> side & 1u) != 0; }
    bool has_strong() const { return has(kStrongLast); }
    Record get(Side side, u32 at) const { return has(side) ? records_[side][at] : 0; }
    void set(Side side, u32 at, Record record) {
        if (!has(side)) begin(side);
        records_[side][at] = record;
    }

    // Each records an access to unit `at` and returns its race.
    RaceFound plain_read(u32 at, Record record, const BlockOrder& by);
    // same_value: it writes the value that the previous writer wrote.
    RaceFound plain_write(u32 at, Record record, bool same_value, const BlockOrder& by);
    RaceFound strong_access(u32 at, Record record, bool write, const BlockOrder& by);

    // Records a reader, later than those recorded so far, without looking for races.
    void remember_reader(u32 at, Record record, const BlockOrder& by);

    // Records the units of a piece. False: not all are recorded, because some may race.
    bool note_piece(const Piece& mine, const BlockOrder& by);

  private:
    void begin(Side side);
    // Races of `record` with the last plain write, with plain reads, and (if it is plain) with strong accesses.
    RaceFound with_writer(u32 at, Record record, const BlockOrder& by) const;
    RaceFound with_readers(u32 at, Record record, const BlockOrder& by) const;
    RaceFound with_strong(u32 at, Record record, bool write, const BlockOrder& by) const;

    std::unique_ptr<Record[]> records_[kSides];  // made when needed
    u32 used_ = 0;                               // sides, as bits
};

}  // namespace simt::check
