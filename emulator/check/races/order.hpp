// Happens-before in a launch: by barriers, __syncwarp, and fences with atomics or flags.
//
// Every warp has a vector clock. The warp's own entry advances at each barrier, __syncwarp and fence. The other entries say
// which accesses of each warp of its block come before this warp's next ones: those before that clock. An access is identified
// by its thread and its warp's clock at the time (a Segment).
//
// Without a barrier, order comes from memory. After a fence, each atomic, volatile or relaxed store of a thread publishes what
// the thread knew at the fence (a Publication in the variable's list). A thread that reads the variable in the same way takes
// over the whole list (an Item). The PTX memory model requires a fence on the reader's side too. This check does not: programs
// without it work, and a missed race is better than a false alarm.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "emulator/check/races/lane_order.hpp"
#include "emulator/check/races/order_space.hpp"

namespace simt::check {

struct WarpOrder {
    u32 clock = 1;
    u32 segment = 0;      // the next access belongs to it; 0: not made yet
    u32 publication = 0;  // made from what is fenced now; 0: not made yet
    bool fenced = false;  // there is something to publish
    // By warp of the block: its accesses before this clock come before ours. Our own entry: our accesses before this clock
    // are covered by any later fence of any of our lanes.
    WarpClocks known{};
    u32 all_met = 0;      // all our lanes met at this clock: accesses before it come before those after it
    LaneOrder lanes_met;  // order from __syncwarps of only some lanes since then
    // Accesses that a fence covers, by scope. floor: those in `known`. lane_fence: by lane, its own before this clock.
    std::array<WarpClocks, kScopes> floor{};
    u32 live = ~0u;  // lanes that had not exited at the last fence
    std::array<LaneClocks, kScopes> lane_fence{};
    std::vector<Item> items;           // taken over from variables
    std::unique_ptr<ReadsDone> reads;  // nullptr: OrderSpace keeps no ReadOrder
    u32 fenced_below(int scope) const { return *std::ranges::max_element(lane_fence[scope]); }
};

// The joint knowledge of the warps that have arrived at a barrier.
struct Meeting {
    WarpClocks known{};
    std::array<WarpClocks, kScopes> floor{};
    bool fenced = false;
    u32 warps = 0;
    std::vector<Item> items, reads;
};

struct BlockOrder {
    OrderSpace* space = nullptr;
    u32 block = 0;  // linear index
    u32 warps = 0;
    // The segments [barrier_begin, barrier_end) are all this block's, and a barrier of all its threads came after them.
    u32 barrier_begin = 0, barrier_end = 0;
    u32 alone_from = 0;  // from this segment on, all belong to this block
    std::vector<WarpOrder> warp;
    WarpClocks published{};          // by warp: accesses before this clock are in some publication
    std::map<u32, Meeting> arrived;  // by barrier

    void begin(OrderSpace& in, u32 linear, u32 warp_count);
    // Warp w calls bar.arrive: its accesses so far come before those that the waiting warps make after the barrier.
    void arrive(u32 number, u32 w);
    // The warps in `waiting` have met at the barrier. all: the barrier is for all threads, and missing warps have exited.
    void barrier(u32 number, u32 waiting, bool all);
    // The lanes of warp w call __syncwarp. all: these are all its live lanes. When the warp publishes what it knows, even a
    // __syncwarp of some lanes counts as one of all.
    void warp_barrier(u32 w, u32 lanes, bool all);
    // live: lanes that have not exited.
    void fence(u32 w, u32 lanes, Scope scope, u32 live);
    // The segment of warp w's next access.
    u32 segment(u32 w);
    // Whether a barrier of all threads came after the segment. If so, its accesses come before all later ones.
    bool is_closed(u32 closed) const { return closed - barrier_begin < barrier_end - barrier_begin; }

  private:
    bool has_fences() const;
    void close_segment(WarpOrder& of);
    void join(Meeting& meeting, u32 w);
};

}  // namespace simt::check
