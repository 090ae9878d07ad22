// Races between blocks that run on several host threads. When a block ends, its accesses are joined with those of all earlier
// blocks, in the order of the blocks, so that reports are the same for any number of host threads. Such blocks cannot wait for
// each other (Code::ordered), so two blocks race if both touch one unit and one of them writes.
#pragma once

#include <array>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "emulator/check/findings.hpp"
#include "emulator/check/races/access_table.hpp"

namespace simt::check {

class GridAccesses {
  public:
    explicit GridAccesses(u32 unit) : unit_(unit), values_(unit) {}

    // A table for a worker's next block.
    std::unique_ptr<AccessTable> table();
    // The block has ended. Waits only if too many blocks are queued behind a slow one.
    void end_block(u32 block, std::unique_ptr<AccessTable> table);
    // A block failed: later blocks are not joined and do not wait for it.
    void stop();

    // Races between blocks. RawFinding::width is not set; times is the number of units on which the two instructions race.
    const std::vector<RawFinding>& races() const { return races_; }

  private:
    enum Kind : u8 { kRead, kWrite, kStrongRead, kStrongWrite, kKinds };

    static bool writes(Kind kind) { return kind == kWrite || kind == kStrongWrite; }
    static bool is_strong(Kind kind) { return kind == kStrongRead || kind == kStrongWrite; }

    // A block's accesses of one kind to a line. In this class the `segment` of pieces and records is the block's number.
    struct BlockPiece : Piece {
        Kind kind = kRead;
    };
    static_assert(sizeof(BlockPiece) == 16);
    static BlockPiece of_block(u32 block, Piece plain);
    // Accesses for which a line has no pieces left.
    struct Cells {
        u32 mask[kKinds] = {};
        std::unique_ptr<Record[]> of[kKinds];
    };
    static constexpr u32 kPieces = 3;
    // The first accesses of each kind. Most lines need only a few pieces; the others have cells.
    struct GridLine {
        u32 cells = 0;  // index into cells_, 0: none
        u32 value = 0;  // index of the first bytes written, 0: none
        BlockPiece piece[kPieces];
    };
    // Units that some block accessed, by kind.
    using Masks = std::array<u32, kKinds>;
    static constexpr u32 kPageLines = 64;
    using Page = std::array<GridLine, kPageLines>;
    struct KnownPage {
        u64 number = ~u64{0};
        Page* page = nullptr;
    };
    static constexpr std::size_t kKnownPages = 64;

    void join_line(u32 block, const AccessTable& table, const Line& line);
    void collect(u32 block, const AccessTable& table, const Line& line);
    void collect(Kind kind, u32 at, Record record);
    void add(GridLine& line, const BlockPiece& given, u32 fresh);
    void join_values(GridLine& line, u32 fresh, const u8* values);
    u32 with_other_value(const GridLine& line, u32 units, const u8* values) const;
    GridLine& line_at(u64 number);
    Masks masks_of(const GridLine& line) const;
    Record first_at(const GridLine& line, Kind kind, u32 at) const;
    // Reports the units in which the block's piece races with earlier blocks' accesses of the given kind.
    void report(const BlockPiece& given, const GridLine& line, Kind kind, u32 units, u64 number);
    void report(const RawFinding& race);

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
    // Smaller chunks would be slower: malloc then gives more memory back after a launch, and the next faults it in again.
    LineValues<256> values_;
    std::vector<BlockPiece> given_;  // of the line being joined
    std::vector<RawFinding> races_;
    std::size_t races_before_block_ = 0;
};

}  // namespace simt::check
