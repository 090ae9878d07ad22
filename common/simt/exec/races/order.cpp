// See order.hpp.
#include "common/simt/exec/races/order.hpp"

#include <algorithm>

namespace simt::exec {

namespace {

// Lists that a question may lead through before the answer is taken to be yes.
constexpr std::size_t kMostVisits = 8192;
// Entries of one block in one list that are looked at, newest first.
constexpr std::size_t kMostReleases = 1024, kRecentReleases = 32;

void raise(u32& floor, u32 to) { floor = std::max(floor, to); }

u64 key_of(const Item& item) { return u64{item.variable} << 1 | u64{item.block_scope}; }

// Adds an item, or the part of it that is new; they stay in the order of their variables.
void add(std::vector<Item>& items, const Item& item) {
    const auto place = std::lower_bound(items.begin(), items.end(), item,
                                        [](const Item& a, const Item& b) { return key_of(a) < key_of(b); });
    if (place != items.end() && key_of(*place) == key_of(item))
        raise(place->count, item.count);
    else
        items.insert(place, item);
}

}  // namespace

void WarpOrder::reset() {
    clock = 1;
    segment = publication = 0;
    fenced = false;
    all_met = 0;
    lanes_met.clear();
    std::fill_n(known, kMostWarps, 0u);
    for (int scope = 0; scope < kScopes; ++scope) {
        std::fill_n(floor[scope], kMostWarps, 0u);
        std::fill_n(lane_fence[scope], kLanes, 0u);
    }
    items.clear();
    if (reads != nullptr) reads->clear();
}

void BlockOrder::begin(OrderSpace& in, u32 linear, u32 warp_count) {
    space = &in;
    block = linear;
    warps = warp_count;
    std::fill_n(published, kMostWarps, 0u);
    barrier_begin = barrier_end = 0;
    alone_from = in.segment_count();
    arrived.clear();
    warp.resize(warp_count);
    for (WarpOrder& each : warp) {
        if (in.keeps_reads() && each.reads == nullptr) each.reads = std::make_unique<ReadsDone>();
        each.reset();
    }
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
        raise(meeting.floor[scope][w],
              *std::max_element(self.lane_fence[scope], self.lane_fence[scope] + kLanes));
    }
    if (self.items != meeting.items)
        for (const Item& item : self.items) add(meeting.items, item);
    if (self.reads == nullptr || self.reads->items == meeting.reads) return;
    for (const ReadsDone::Item& item : self.reads->items) add_item(meeting.reads, item);
}

void BlockOrder::arrive(u32 number, u32 w) { join(arrived[number], w); }

void BlockOrder::barrier(u32 number, u32 waiting, bool all) {
    const u32 everybody = warps == kMostWarps ? ~0u : (1u << warps) - 1;
    if (waiting == everybody && arrived.empty() && !has_fences()) {
        // All meet, and nobody has anything to hand on: the usual case.
        u32 known[kMostWarps];
        for (u32 w = 0; w < warps; ++w) {
            known[w] = ++warp[w].clock;
            close_segment(warp[w]);
        }
        for (u32 w = 0; w < warps; ++w) {
            std::copy_n(known, warps, warp[w].known);
            warp[w].all_met = known[w];
            warp[w].lanes_met.clear();
        }
        barrier_begin = alone_from;
        barrier_end = space->segment_count();
        return;
    }
    Meeting meeting;
    if (const auto before = arrived.find(number); before != arrived.end()) {
        meeting = std::move(before->second);
        arrived.erase(before);
    }
    for (u32 w = 0; w < warps; ++w)
        if (waiting >> w & 1u) join(meeting, w);
    // Those that are missing have exited.
    for (u32 w = 0; all && w < warps; ++w)
        if (!(meeting.warps >> w & 1u)) raise(meeting.known[w], warp[w].clock + 1);
    for (u32 w = 0; w < warps; ++w) {
        if (!(waiting >> w & 1u)) continue;
        WarpOrder& self = warp[w];
        std::copy_n(meeting.known, warps, self.known);
        self.all_met = self.known[w];
        self.lanes_met.clear();
        self.fenced = meeting.fenced;
        if (meeting.fenced) {
            self.publication = 0;
            for (int scope = 0; scope < kScopes; ++scope)
                std::copy_n(meeting.floor[scope], warps, self.floor[scope]);
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
    for (int scope = 0; scope < kScopes; ++scope)
        raise(self.floor[scope][w],
              *std::max_element(self.lane_fence[scope], self.lane_fence[scope] + kLanes));
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

void OrderSpace::forget() {
    if (reads_ != nullptr) reads_->forget();
    segments_.assign(1, Segment{~0u, 0});  // 0 stands for no segment
    last_block_ = ~0u;
    publications_.resize(1);
    variables_.clear();
    lists_.clear();
}

u32 OrderSpace::new_segment(BlockOrder& block, u32 clock) {
    if (last_block_ != block.block) {
        last_block_ = block.block;
        block.alone_from = segment_count();
        block.barrier_begin = block.barrier_end = 0;
    }
    segments_.push_back({block.block, clock, true});
    return segment_count() - 1;
}

u32 OrderSpace::publish(BlockOrder& block, u32 w) {
    WarpOrder& self = block.warp[w];
    if (self.publication != 0) return self.publication;
    auto made = std::make_unique<Publication>();
    made->block = block.block;
    made->warp = static_cast<u8>(w);
    made->live = self.live;
    std::copy(&self.lane_fence[0][0], &self.lane_fence[0][0] + kScopes * kLanes, &made->own[0][0]);
    std::copy(&self.floor[0][0], &self.floor[0][0] + kScopes * kMostWarps, &made->floor[0][0]);
    made->items = self.items;
    for (int scope = 0; scope < kScopes; ++scope) {
        for (u32 v = 0; v < block.warps; ++v) raise(block.published[v], self.floor[scope][v]);
        raise(block.published[w], *std::max_element(self.lane_fence[scope], self.lane_fence[scope] + kLanes));
    }
    publications_.push_back(std::move(made));
    return self.publication = static_cast<u32>(publications_.size()) - 1;
}

void OrderSpace::release(BlockOrder& block, u32 w, u32 lane, u64 key, bool block_scope) {
    if (reads_ != nullptr && !block_scope) reads_->announce(block, w, key);
    if (!block.warp[w].fenced) return;
    const u32 publication = publish(block, w);
    const auto [place, is_new] = variables_.try_emplace(key, static_cast<u32>(lists_.size()));
    if (is_new) lists_.emplace_back();
    SyncVariable& variable = lists_[place->second];
    std::vector<u32>& positions = variable.by_block[block.block];
    bool known = false;
    for (std::size_t k = 0; k < std::min(positions.size(), kRecentReleases); ++k) {
        const Release& before = variable.releases[positions[positions.size() - 1 - k]];
        if (before.publication != publication) continue;
        known = true;
        if (before.lane == lane && before.block_scope == block_scope) return;
    }
    positions.push_back(static_cast<u32>(variable.releases.size()));
    variable.releases.push_back({publication, static_cast<u8>(lane), block_scope});
    if (known) return;
    for (const Item& item : publications_[publication]->items)
        if (item.variable != place->second) add(variable.items, item);
}

void OrderSpace::acquire(BlockOrder& block, u32 w, u64 key, bool block_scope) {
    if (reads_ != nullptr && !block_scope) reads_->look(block, w, key);
    const auto place = variables_.find(key);
    if (place == variables_.end()) return;
    add(block.warp[w].items,
        {place->second, static_cast<u32>(lists_[place->second].releases.size()), block_scope});
}

bool OrderSpace::comes_before(const Segment& segment, u32 thread, bool several_lanes, const BlockOrder& by,
                              u32 w, u32 lane) const {
    const WarpOrder& self = by.warp[w];
    if (segment.block == by.block) {
        if (thread == w * kLanes + lane) {
            // Which other lane it was before is not known: one that this lane has met may have been.
            if (!several_lanes || self.lanes_met.has_met_since(self.all_met, lane)) return true;
        }
        const bool own_warp = thread / kLanes == w;
        if (segment.clock < (own_warp ? self.all_met : self.known[thread / kLanes])) return true;
        if (own_warp && self.lanes_met.comes_before(segment.clock, thread % kLanes, several_lanes, lane))
            return true;
    }
    if (segment.open || self.items.empty()) return false;
    if (segment.block == by.block && segment.clock >= by.published[thread / kLanes]) return false;
    return taken_over(self.items, segment, thread, several_lanes, by.block);
}

bool OrderSpace::released(const SyncVariable& variable, const Item& item, const Segment& segment, u32 thread,
                          bool several_lanes, u32 by_block) const {
    const auto place = variable.by_block.find(segment.block);
    if (place == variable.by_block.end()) return false;
    const bool same_block = segment.block == by_block;
    const int scope = same_block ? kBlockScope : kDeviceScope;
    const std::vector<u32>& positions = place->second;
    std::size_t looked_at = 0;
    u32 released_by = 0;  // lanes of the thread's warp
    for (auto position = positions.rbegin(); position != positions.rend(); ++position) {
        if (*position >= item.count) continue;
        if (++looked_at == kMostReleases) return true;
        const Release& release = variable.releases[*position];
        if (release.block_scope && !same_block) continue;
        const Publication& publication = *publications_[release.publication];
        const u32 warp = thread / kLanes;
        if (segment.clock < publication.floor[scope][warp]) return true;
        if (publication.warp != warp || segment.clock >= publication.own[scope][release.lane]) continue;
        if (!several_lanes && release.lane == thread % kLanes) return true;
        // Which of the lanes it was is not known: all of them have to have released.
        released_by |= 1u << release.lane;
        if ((publication.live & ~released_by) == 0) return true;
    }
    return false;
}

bool OrderSpace::taken_over(const std::vector<Item>& items, const Segment& segment, u32 thread,
                            bool several_lanes, u32 by_block) const {
    std::vector<Item> to_visit(items);
    visited_.resize(lists_.size(), 0);
    for (const Item& item : items) raise(visited_[item.variable], item.count);
    bool found = false;
    for (std::size_t next = 0; next < to_visit.size() && !found; ++next) {
        const Item item = to_visit[next];
        if (item.block_scope && segment.block != by_block) continue;
        const SyncVariable& variable = lists_[item.variable];
        found = next == kMostVisits || released(variable, item, segment, thread, several_lanes, by_block);
        for (const Item& more : variable.items) {
            if (visited_[more.variable] >= more.count) continue;
            visited_[more.variable] = more.count;
            to_visit.push_back(more);
        }
    }
    for (const Item& item : to_visit) visited_[item.variable] = 0;
    return found;
}

}  // namespace simt::exec
