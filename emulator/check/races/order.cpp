// See order.hpp. Order within a block: barriers, __syncwarp, fences.
#include "emulator/check/races/order.hpp"

namespace simt::check {

void BlockOrder::begin(OrderSpace& in, u32 linear, u32 warp_count) {
    space = &in;
    block = linear;
    warps = warp_count;
    published = {};
    barrier_begin = barrier_end = 0;
    alone_from = in.segment_count();
    arrived.clear();
    warp.clear();
    warp.resize(warp_count);
    if (in.keeps_reads())
        for (WarpOrder& each : warp) each.reads = std::make_unique<ReadsDone>();
}

u32 BlockOrder::segment(u32 w) {
    WarpOrder& self = warp[w];
    if (self.segment == 0) self.segment = space->new_segment(*this, self.clock);
    return self.segment;
}

void BlockOrder::close_segment(WarpOrder& of) {
    if (of.segment != 0) space->close(of.segment);
    of.segment = 0;
}

void BlockOrder::join(Meeting& meeting, u32 w) {
    WarpOrder& self = warp[w];
    ++self.clock;
    close_segment(self);
    meeting.warps |= 1u << w;
    meeting.fenced |= self.fenced;
    for (u32 v = 0; v < warps; ++v) raise(meeting.known[v], self.known[v]);
    raise(meeting.known[w], self.clock);
    for (int scope = 0; scope < kScopes; ++scope) {
        for (u32 v = 0; v < warps; ++v) raise(meeting.floor[scope][v], self.floor[scope][v]);
        raise(meeting.floor[scope][w], self.fenced_below(scope));
    }
    if (self.items != meeting.items)
        for (const Item& item : self.items) add(meeting.items, item);
    if (self.reads == nullptr || self.reads->items == meeting.reads) return;
    for (const Item& item : self.reads->items) add(meeting.reads, item);
}

void BlockOrder::arrive(u32 number, u32 w) { join(arrived[number], w); }

void BlockOrder::barrier(u32 number, u32 waiting, bool all) {
    const u32 everybody = warps == kMostWarps ? ~0u : (1u << warps) - 1;
    if (waiting == everybody && arrived.empty() && !has_fences()) {
        // The usual case: all warps meet, and none has anything to hand on.
        u32 known[kMostWarps];
        for (u32 w = 0; w < warps; ++w) {
            known[w] = ++warp[w].clock;
            close_segment(warp[w]);
        }
        for (u32 w = 0; w < warps; ++w) {
            std::copy_n(known, warps, warp[w].known.begin());
            warp[w].all_met = known[w];
            warp[w].lanes_met.clear();
        }
        barrier_begin = alone_from;
        barrier_end = space->segment_count();
        return;
    }
    Meeting meeting;
    if (auto before = arrived.extract(number)) meeting = std::move(before.mapped());
    for (u32 w = 0; w < warps; ++w)
        if (waiting >> w & 1u) join(meeting, w);
    // Missing warps have exited.
    for (u32 w = 0; all && w < warps; ++w)
        if (!(meeting.warps >> w & 1u)) raise(meeting.known[w], warp[w].clock + 1);
    for (u32 w = 0; w < warps; ++w) {
        if (!(waiting >> w & 1u)) continue;
        WarpOrder& self = warp[w];
        self.known = meeting.known;
        self.all_met = self.known[w];
        self.lanes_met.clear();
        self.fenced = meeting.fenced;
        if (meeting.fenced) {
            self.publication = 0;
            self.floor = meeting.floor;
        }
        self.items = meeting.items;
        if (self.reads != nullptr) self.reads->take(meeting.reads);
    }
    if (waiting != everybody) return;
    barrier_begin = alone_from;
    barrier_end = space->segment_count();
}

bool BlockOrder::has_fences() const {
    return std::any_of(warp.begin(), warp.end(), [](const WarpOrder& each) {
        return each.fenced || !each.items.empty() || (each.reads != nullptr && !each.reads->items.empty());
    });
}

void BlockOrder::warp_barrier(u32 w, u32 lanes, bool all) {
    WarpOrder& self = warp[w];
    ++self.clock;
    close_segment(self);
    self.known[w] = self.clock;
    if (all) {
        self.all_met = self.clock;
        self.lanes_met.clear();
    } else {
        self.lanes_met.meet(lanes, self.clock);
    }
    if (!self.fenced) return;
    self.publication = 0;
    for (int scope = 0; scope < kScopes; ++scope) raise(self.floor[scope][w], self.fenced_below(scope));
}

void BlockOrder::fence(u32 w, u32 lanes, Scope scope, u32 live) {
    WarpOrder& self = warp[w];
    self.live = live;
    ++self.clock;
    close_segment(self);
    self.publication = 0;
    self.fenced = true;
    for (int level = 0; level <= scope; ++level) {
        for (u32 v = 0; v < warps; ++v) raise(self.floor[level][v], self.known[v]);
        for (u32 lane = 0; lane < kLanes; ++lane)
            if (lanes >> lane & 1u) self.lane_fence[level][lane] = self.clock;
    }
}

}  // namespace simt::check
