// What a launch, or one of its blocks, has accessed of global memory so far: for each unit (1, 2 or 4 bytes, the kernel's
// narrowest access) the last write, the last reads and the last atomics, each with its thread, its instruction and its
// Segment. A new access is compared with these and races with those that nothing orders before it.
#pragma once

#include <memory>
#include <vector>

#include "common/simt/exec/order.hpp"

namespace simt::exec {

// segment << 32 | flags | thread << 18 | op. 0: none.
using Record = u64;
constexpr u64 kManyLanes = u64{1} << 31;    // other lanes of the thread's warp did the same
constexpr u64 kWriting = u64{1} << 30;      // an atomic, volatile or relaxed access that writes
constexpr u64 kWithinBlock = u64{1} << 29;  // its scope is the block (.cta)
constexpr int kRecordThread = 18;
constexpr u32 kRecordOp = (1u << kRecordThread) - 1;
inline u32 thread_in(Record record) { return static_cast<u32>(record >> kRecordThread) & 0x3ff; }
inline u32 segment_in(Record record) { return static_cast<u32>(record >> 32); }

constexpr u32 kLineUnits = 32;

// Accesses that are not plain: atomics, volatile, relaxed, acquire, release.
struct StrongRecords {
    Record last[kLineUnits], before[kLineUnits];  // before: by another thread than last
};

struct Line {
    u64 number = 0;        // address / (32 * unit)
    u32 strong = 0;        // index into AccessTable's, 0: none
    bool written = false;  // plainly
    Record writer[kLineUnits];
    Record reader[kLineUnits], reader_before[kLineUnits];  // reader_before: by another warp than reader
    u8 value[kLineUnits * 4];                              // the bytes that the writers wrote
};

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

class AccessTable {
  public:
    explicit AccessTable(u32 unit) : unit_(unit) { forget(); }
    void forget();
    u32 unit() const { return unit_; }

    // Notes the access of `units` units at `address` by one lane; `value`: the bytes written, for plain stores. True if
    // it races; several units of one access are one race.
    bool access(u64 address, u32 units, AccessKind kind, const u8* value, Record record, BlockOrder& by,
                RaceFound& found);
    // The same for `lanes` lanes side by side, the k-th at address + k * units * unit: plain accesses that race with
    // nothing. False: nothing noted, take it lane by lane.
    bool access_run(u64 address, u32 lanes, u32 units, bool write, const u8* values, Record first_lane,
                    BlockOrder& by);

    // In the order in which they were first touched.
    std::size_t size() const { return used_; }
    const Line& line(std::size_t k) const { return chunks_[k / kChunk][k % kChunk]; }
    const StrongRecords* strong(const Line& line) const {
        return line.strong == 0 ? nullptr : strong_[line.strong].get();
    }

  private:
    static constexpr std::size_t kChunk = 64;
    struct Entry {
        u64 number;
        u32 index, stamp;
    };
    Line& find(u64 number);
    void grow();
    StrongRecords& strong_of(Line& line);
    Record plain_read(Line& line, u32 at, Record record, const BlockOrder& by, RaceFound& found);
    Record plain_write(Line& line, u32 at, Record record, const u8* value, const BlockOrder& by,
                       RaceFound& found);
    Record strong_access(Line& line, u32 at, Record record, bool write, const BlockOrder& by,
                         RaceFound& found);

    u32 unit_;
    u32 stamp_ = 0;
    std::size_t used_ = 0;
    std::vector<std::unique_ptr<Line[]>> chunks_;
    std::vector<std::unique_ptr<StrongRecords>> strong_;
    std::size_t strong_used_ = 1;
    std::vector<Entry> index_;
    u64 last_number_ = ~u64{0};
    Line* last_ = nullptr;
};

}  // namespace simt::exec
