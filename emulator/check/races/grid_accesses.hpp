// Races between blocks that run on several host threads: what each block accessed is kept until it ends and then joined,
// in the order of the blocks, with what all blocks before it did. Such blocks have no way to wait for each other
// (Code::ordered), so two of them that touch one unit, one of them writing, race, whoever comes first. Joining in the
// order of the blocks makes the reports the same for any number of host threads.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "emulator/check/races/access_table.hpp"

namespace simt::check {

// Two blocks' accesses of one unit. op and thread as in a Record.
struct BlockAccess {
    u32 block = 0, op = 0, thread = 0;
    bool write = false, strong = false;
};
struct BlockRace {
    u64 address;
    u32 times;  // units that these two instructions race on in this block
    BlockAccess later, earlier;
};

class GridAccesses {
  public:
    explicit GridAccesses(u32 unit) : unit_(unit) {}

    // A table for a worker's next block.
    std::unique_ptr<AccessTable> table();
    // The block has ended. Waits only if far too many blocks are waiting for a slow one before them.
    void end_block(u32 block, std::unique_ptr<AccessTable> table);
    // A block failed: blocks after it are not joined, and nobody waits for it.
    void stop();

    const std::vector<BlockRace>& races() const { return races_; }

  private:
    enum Kind : u8 { kRead, kWrite, kStrongRead, kStrongWrite, kKinds };

    // A block's accesses of a line, of one kind: a piece without its segment.
    struct BlockPiece {
        Piece piece;
        Kind kind;
    };
    // Units of a line, all of one kind and one block's, by which it was the first. Most lines have few; others have cells.
    struct GridPiece {
        u32 mask = 0;
        u32 block = 0;
        u32 how = 0;  // as in a Piece; kWithinBlock counts
        s16 thread0 = 0;
        u8 shift = 0;
        Kind kind = kRead;
    };
    static_assert(sizeof(GridPiece) == 16);
    struct Cell {
        u32 block;
        u32 how;  // the low half of a Record
    };
    // What is more than the pieces of a line.
    struct Cells {
        u32 mask[kKinds] = {};
        std::unique_ptr<Cell[]> of[kKinds];
    };
    static constexpr u32 kPieces = 3;
    struct GridLine {
        u32 cells = 0;  // index into cells_, 0: none
        u32 value = 0;  // index of the bytes written first, 0: none
        GridPiece piece[kPieces];
    };
    // Units that some block accessed, by kind.
    struct Masks {
        u32 of[kKinds] = {};
    };
    static constexpr u32 kPageLines = 64;
    struct Page {
        GridLine lines[kPageLines];
    };
    struct KnownPage {
        u64 number = ~u64{0};
        Page* page = nullptr;
    };
    static constexpr std::size_t kKnownPages = 64;
    static constexpr std::size_t kChunk = 256;  // lines whose values lie together

    void join(u32 block, const AccessTable& table);
    void join_line(u32 block, const AccessTable& table, const Line& line);
    void collect(const AccessTable& table, const Line& line);
    void collect(Kind kind, u32 at, Record record);
    void add(GridLine& line, u32 block, const BlockPiece& given, u32 fresh);
    void join_values(GridLine& line, u32 fresh, const u8* values);
    u32 with_other_value(const GridLine& line, u32 units, const u8* values) const;
    u8* values_of(u32 index) const {
        return values_[index / kChunk].get() + std::size_t{index % kChunk} * kLineUnits * unit_;
    }
    GridLine& line_at(u64 number);
    Masks masks_of(const GridLine& line) const;
    BlockAccess who(const GridLine& line, Kind kind, u32 at, bool& within_block, bool& updates) const;
    // The units in which what the block has done races with what earlier ones did in such a way.
    void report(u32 block, const BlockPiece& given, const GridLine& line, Kind kind, u32 units, u64 number);
    void report(const BlockRace& race);

    u32 unit_;
    std::mutex mutex_;
    std::condition_variable moved_;
    bool stopped_ = false, joining_ = false;
    u32 next_ = 0;
    std::map<u32, std::unique_ptr<AccessTable>> waiting_;
    std::vector<std::unique_ptr<AccessTable>> spare_;
    std::unordered_map<u64, std::unique_ptr<Page>> pages_;
    KnownPage known_pages_[kKnownPages];
    std::deque<Cells> cells_{1};
    std::vector<std::unique_ptr<u8[]>> values_;
    u32 values_used_ = 1;
    std::vector<BlockPiece> given_;  // of the line that is joined
    std::vector<BlockRace> races_;
    std::size_t races_before_block_ = 0;
};

}  // namespace simt::check
