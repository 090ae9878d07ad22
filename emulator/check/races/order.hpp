// Happens-before in a launch: by barriers, __syncwarp, and fences with atomics or flags.
//
// Every warp has a clock that advances at each barrier, __syncwarp and fence. An access is known by its thread and its
// warp's clock (a Segment), and a warp knows for each warp of its block up to which clock the accesses come before its
// own. Without a barrier, order comes from memory: after a fence, a thread publishes what it knew then with each atomic,
// volatile or relaxed store (a Publication in the variable's list), and a thread that reads the variable in the same way
// takes over all that the list holds (an Item). The PTX memory model asks for a fence on the reader's side too. This asks
// for none: programs without it work, and silence is better than a false alarm.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "emulator/check/races/lane_order.hpp"
#include "emulator/check/races/order_space.hpp"

namespace simt::check {

struct WarpOrder {
    u32 clock = 1;
    u32 segment = 0;      // of accesses from now on; 0: none needed yet
    u32 publication = 0;  // as long as nothing new is fenced; 0: none
    bool fenced = false;  // there is something to publish
    WarpClocks
        known{};  // accesses of each warp below this clock come before ours; of this warp: what it hands on
    u32 all_met = 0;      // accesses of this warp's other lanes below this clock come before ours
    LaneOrder lanes_met;  // and those that parts of the warp have ordered since
    std::array<WarpClocks, kScopes> floor{};       // the part of `known` that is fenced
    u32 live = ~0u;                                // lanes, at the last fence
    std::array<LaneClocks, kScopes> lane_fence{};  // own accesses below this clock are fenced
    std::vector<Item> items;
    std::unique_ptr<ReadsDone> reads;  // nullptr: OrderSpace keeps no ReadOrder
    u32 fenced_below(int scope) const { return *std::ranges::max_element(lane_fence[scope]); }
};

// What those who have come to a barrier know together.
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
    u32 barrier_begin = 0,
        barrier_end = 0;  // segments of this block that the last barrier of all threads closed
    u32 alone_from = 0;   // since this segment no other block has had one
    std::vector<WarpOrder> warp;
    WarpClocks published{};          // by warp: below this clock some publication hands on its accesses
    std::map<u32, Meeting> arrived;  // by barrier

    void begin(OrderSpace& in, u32 linear, u32 warp_count);
    // bar.arrive: what the warp has done so far comes before what those do who wait there.
    void arrive(u32 number, u32 w);
    // The warps of `waiting` have met at the barrier; all: it was for all threads; those
    // that are missing have exited.
    void barrier(u32 number, u32 waiting, bool all);
    // __syncwarp. What a part of the warp knows counts as known to all of it when it is handed on to others.
    void warp_barrier(u32 w, u32 lanes, bool all);
    // live: the lanes that the warp has.
    void fence(u32 w, u32 lanes, Scope scope, u32 live);
    u32 segment(u32 w);
    // Whether a barrier of all threads came after the segment: its accesses come before everything from now on.
    bool is_closed(u32 closed) const { return closed - barrier_begin < barrier_end - barrier_begin; }

  private:
    bool has_fences() const;
    void close_segment(WarpOrder& of);
    void join(Meeting& meeting, u32 w);
};

}  // namespace simt::check
