// Races between blocks that run on several host threads: what each block accessed is kept until it ends and then joined,
// in the order of the blocks, with what all blocks before it did. Such blocks have no way to wait for each other
// (Code::ordered), so two of them that touch one unit, one of them writing, race, whoever comes first. Joining in the
// order of the blocks makes the reports the same for any number of host threads.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "common/simt/exec/access_table.hpp"

namespace simt::exec {

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
    // One kind of access to a line: the first block's for each unit. Most lines are one block's, whose threads lie
    // regularly: thread + (unit - first unit) * step >> shift. Others have cells.
    struct Part {
        u32 mask = 0;
        u32 block = 0, op = 0;
        s16 step = 0;
        u16 thread = 0;
        u8 shift = 0;
        u8 flags = 0;  // kPartWrites, kPartWithinBlock
        bool strong = false;
        u32 cells = 0;  // index into cells_, 0: none
    };
    static constexpr u8 kPartWrites = 1, kPartWithinBlock = 2;
    struct Cell {
        u32 block, op;
        u16 thread;
        u8 flags;
    };
    struct Cells {
        Cell of[kLineUnits];
    };
    struct GridLine {
        Part write, read, strong;
        u32 value = 0;  // 1 + index into values_, 0: none
    };
    static constexpr u32 kPageLines = 256;
    struct Page {
        GridLine lines[kPageLines];
    };
    // One block's accesses to a line, of one kind.
    struct Given {
        bool strong = false;
        u32 mask = 0, writes = 0;
        Record record[kLineUnits];
    };

    void join(u32 block, const AccessTable& table);
    void join_line(u32 block, const AccessTable& table, const Line& line);
    void join_part(Part& part, u32 block, const Given& given);
    void join_values(GridLine& line, u32 fresh, const u8* values);
    u32 with_other_value(const GridLine& line, u32 units, const u8* values) const;
    GridLine& line_at(u64 number);
    Cell cell(const Part& part, u32 at) const;
    // The units in which what the block has done races with what the part holds.
    void report(u32 block, const Given& given, const Part& part, u32 units, u64 line_number);
    void report(const BlockRace& race);

    u32 unit_;
    std::mutex mutex_;
    std::condition_variable moved_;
    bool stopped_ = false, joining_ = false;
    u32 next_ = 0;
    std::map<u32, std::unique_ptr<AccessTable>> waiting_;
    std::vector<std::unique_ptr<AccessTable>> spare_;
    std::unordered_map<u64, std::unique_ptr<Page>> pages_;
    u64 last_page_number_ = ~u64{0};
    Page* last_page_ = nullptr;
    std::vector<Cells> cells_{1};
    std::vector<u8> values_;
    std::vector<BlockRace> races_;
    std::size_t races_before_block_ = 0;
};

}  // namespace simt::exec
