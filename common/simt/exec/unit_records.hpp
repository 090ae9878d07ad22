// A line's accesses unit by unit: the last plain write and reads of each, and what is not plain. The long form, for lines
// whose accesses lie in no order that pieces could tell (access_table.hpp).
#pragma once

#include <memory>

#include "common/simt/exec/access_record.hpp"

namespace simt::exec {

struct AccessKind {
    bool write, strong, within_block;
};

// A race: which lane, which unit's address, and the other access.
struct RaceFound {
    u32 lane;
    u64 address;
    Record other;
    bool other_writes, other_strong;
};

// Whether a recorded access comes before what the thread of `record` does now.
bool ordered(Record before, Record record, const BlockOrder& by);

// Accesses that are not plain: atomics, volatile, relaxed, acquire, release.
struct StrongRecords {
    Record last[kLineUnits] = {}, before[kLineUnits] = {};  // before: by another thread than last
};

class UnitRecords {
  public:
    void forget();

    Record writer[kLineUnits];
    Record reader[kLineUnits], reader_before[kLineUnits];  // reader_before: by another warp than reader
    std::unique_ptr<StrongRecords> strong;
    bool has_strong = false;  // `strong` is this line's, and not left over from another

    // Each notes an access of unit `at` and returns the record that it races with, or 0.
    Record plain_read(u32 at, Record record, const BlockOrder& by, RaceFound& found);
    // same_value: what is written is what the writer before wrote.
    Record plain_write(u32 at, Record record, bool same_value, const BlockOrder& by, RaceFound& found);
    Record strong_access(u32 at, Record record, bool write, const BlockOrder& by, RaceFound& found);

    // A reader that is known already, later than those that are noted.
    void remember_reader(u32 at, Record record, const OrderSpace& space);

    // `count` units from `at` on, by threads of one instruction, records as in `mine`. False: nothing noted, something is
    // in the way.
    bool note_run(const Piece& mine, u32 at, u32 count, const BlockOrder& by);
};

}  // namespace simt::exec
