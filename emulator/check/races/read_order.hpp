// Flags and atomics without a fence order one thing between blocks: the reads made before them are finished. (With a fence they
// order all accesses, see order.hpp.)
//
// CUB's scan with look-back needs this (thrust::unique in place). A block reads its input, meets at a barrier and announces its
// count by a relaxed store. A later block that has seen the count overwrites the input. The PTX memory model asks for a fence
// there, but no GPU needs one: no thread passes the barrier before its values have been used. So a read does not race with a
// write that comes after it through such a chain of flags.
//
// Kept only for kernels with a loop that may wait for other blocks (Code::watches_blocks).
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "emulator/check/races/order_items.hpp"

namespace simt::check {

struct BlockOrder;

// The announcements that a warp has taken over.
struct ReadsDone {
    std::vector<Item> items;  // of announcements at variables
    u32 announcement = 0;     // its own, made at `clock`; 0: not made yet
    u32 clock = 0;
    // Cached answers, by block: for each of its warps, the clock before which its reads are finished.
    std::vector<std::pair<u32, std::vector<u32>>> asked;

    void add(const Item& item);
    // Takes over all items of the warps that met at a barrier, this one included.
    void take(const std::vector<Item>& together);
};

class ReadOrder {
  public:
    ReadOrder() { forget(); }
    void forget();

    // Warp w of the block stores to the variable at `key` (announce) or reads it (look), by an atomic or a flag-like access.
    void announce(BlockOrder& block, u32 w, u64 key);
    void look(BlockOrder& block, u32 w, u64 key);

    // Whether a read by the thread in that segment was finished before what warp w does now.
    bool is_done(const Segment& segment, u32 thread, const BlockOrder& by, u32 w) const;

  private:
    struct Announcement {
        u32 block;
        std::vector<u32> known;  // by warp of the block: its reads before this clock are finished
        std::vector<Item> items;
    };
    std::vector<u32> clocks(const std::vector<Item>& items, u32 block) const;

    std::unordered_map<u64, u32> variables_;  // by key: index into at_
    std::vector<std::vector<u32>> at_;        // announcements at each variable
    std::vector<Announcement> announcements_;
    mutable std::vector<u32> visited_;  // by variable: announcements visited, while clocks() runs
};

}  // namespace simt::check
