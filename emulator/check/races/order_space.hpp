// Order that comes from memory: a thread publishes at a variable what it knows, and the variable's readers take it over
// (order.hpp).
#pragma once

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

#include "emulator/check/races/read_order.hpp"

namespace simt::check {

using LaneClocks = std::array<u32, kLanes>;
using WarpClocks = std::array<u32, kMostWarps>;

// What a warp's threads may publish after a fence: a copy of these members of WarpOrder. own: its lane_fence.
struct Publication {
    u32 block;
    u8 warp;
    u32 live;
    std::array<LaneClocks, kScopes> own;
    std::array<WarpClocks, kScopes> floor;
    std::vector<Item> items;
};

// One lane's publishing store. block_scope: it has scope .cta.
struct Release {
    u32 publication;
    u8 lane;
    bool block_scope;
};

struct SyncVariable {
    std::vector<Release> releases;
    std::unordered_map<u32, std::vector<u32>> by_block;  // positions in `releases`
    std::vector<Item> items;                             // of all publications in it
};

class OrderSpace {
  public:
    OrderSpace() { forget(); }
    // From now on, also keep the order of reads without fences (ReadOrder).
    void keep_reads() { reads_ = std::make_unique<ReadOrder>(); }
    bool keeps_reads() const { return reads_ != nullptr; }
    void forget();  // everything: a new block begins that is independent of earlier ones

    u32 new_segment(BlockOrder& block, u32 clock);
    void close(u32 segment) { segments_[segment].open = false; }
    const Segment& segment(u32 index) const { return segments_[index]; }
    u32 segment_count() const { return static_cast<u32>(segments_.size()); }

    // A lane publishes at the variable at `key` (release), or a warp takes over what others published there (acquire), by an
    // atomic or a flag-like access. block_scope: the access has scope .cta.
    void release(BlockOrder& block, u32 w, u32 lane, u64 key, bool block_scope);
    void acquire(BlockOrder& block, u32 w, u64 key, bool block_scope);
    bool has_releases() const { return !variables_.empty() || reads_ != nullptr; }
    bool hands_on(const BlockOrder& block, u32 w) const;  // false: release does nothing

    // Whether an access of the thread in the segment comes before what lane `lane` of warp `w` of `by` does now.
    // several_lanes: another, unknown lane of the thread's warp made the same access.
    bool comes_before(const Segment& segment, u32 thread, bool several_lanes, const BlockOrder& by, u32 w,
                      u32 lane) const;
    // Whether a read by the thread was finished before what warp `w` of `by` does now (ReadOrder).
    bool is_done(const Segment& segment, u32 thread, const BlockOrder& by, u32 w) const {
        return reads_ != nullptr && !segment.open && reads_->is_done(segment, thread, by, w);
    }

  private:
    u32 publish(BlockOrder& block, u32 w);
    bool taken_over(const std::vector<Item>& items, const Segment& segment, u32 thread, bool several_lanes,
                    u32 by_block) const;
    bool released(const SyncVariable& variable, const Item& item, const Segment& segment, u32 thread,
                  bool several_lanes, u32 by_block) const;

    std::vector<Segment> segments_;
    u32 last_block_ = ~0u;  // the last block that got a segment
    std::vector<std::unique_ptr<Publication>> publications_;
    std::unordered_map<u64, u32> variables_;  // by key: index into lists_
    std::vector<SyncVariable> lists_;
    mutable std::vector<u32> visited_;  // by list: entries visited, while taken_over() runs
    std::unique_ptr<ReadOrder> reads_;
};

}  // namespace simt::check
