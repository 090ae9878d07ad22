// Happens-before in a launch: by barriers, __syncwarp, and fences with atomics or flags.
//
// Every warp has a vector clock. Its own clock advances at each barrier, __syncwarp and fence. An access is identified by its
// thread and its warp's clock (a Segment). For each warp of its block, a warp knows the clock below which that warp's accesses
// come before its own.
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
    u32 segment = 0;      // of accesses from now on; 0: none yet
    u32 publication = 0;  // valid until something new is fenced; 0: none
    bool fenced = false;  // there is something to publish
    // By warp: its accesses below this clock come before ours. Our own entry: those that this warp hands on.
    WarpClocks known{};
    u32 all_met = 0;      // accesses of other lanes of this warp below this clock come before ours
    LaneOrder lanes_met;  // order from partial __syncwarps since
    std::array<WarpClocks, kScopes> floor{};       // the part of `known` that is fenced
    u32 live = ~0u;                                // lanes, at the last fence
    std::array<LaneClocks, kScopes> lane_fence{};  // own accesses below this clock are fenced
    std::vector<Item> items;
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
    u32 barrier_begin = 0,
        barrier_end = 0;  // segments of this block that the last barrier of all threads closed
    u32 alone_from = 0;   // from this segment on, all belong to this block
    std::vector<WarpOrder> warp;
    WarpClocks published{};          // by warp: some publication hands on its accesses below this clock
    std::map<u32, Meeting> arrived;  // by barrier

    void begin(OrderSpace& in, u32 linear, u32 warp_count);
    // bar.arrive: the warp's accesses so far come before those that the waiting warps make after the barrier.
    void arrive(u32 number, u32 w);
    // The warps in `waiting` have met at the barrier. all: the barrier is for all threads, and missing warps have exited.
    void barrier(u32 number, u32 waiting, bool all);
    // __syncwarp. When a warp hands on its knowledge, what some lanes know counts as known to all of them.
    void warp_barrier(u32 w, u32 lanes, bool all);
    // live: lanes that have not exited.
    void fence(u32 w, u32 lanes, Scope scope, u32 live);
    u32 segment(u32 w);
    // Whether a barrier of all threads came after the segment. If so, its accesses come before all later ones.
    bool is_closed(u32 closed) const { return closed - barrier_begin < barrier_end - barrier_begin; }

  private:
    bool has_fences() const;
    void close_segment(WarpOrder& of);
    void join(Meeting& meeting, u32 w);
};

}  // namespace simt::check
