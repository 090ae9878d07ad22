// See order_space.hpp.
#include "emulator/check/races/order_space.hpp"

#include "emulator/check/races/order.hpp"

namespace simt::check {

// A search visits at most this many lists; beyond it, the access counts as ordered.
constexpr std::size_t kMostStepsOfOrder = 8192;
// The most entries of one block in one list to look at, newest first.
constexpr std::size_t kMostReleases = 1024, kRecentReleases = 32;

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
    publications_.push_back(std::make_unique<Publication>(
        Publication{block.block, static_cast<u8>(w), self.live, self.lane_fence, self.floor, self.items}));
    for (int scope = 0; scope < kScopes; ++scope) {
        for (u32 v = 0; v < block.warps; ++v) raise(block.published[v], self.floor[scope][v]);
        raise(block.published[w], self.fenced_below(scope));
    }
    return self.publication = static_cast<u32>(publications_.size()) - 1;
}

bool OrderSpace::hands_on(const BlockOrder& block, u32 w) const {
    return reads_ != nullptr || block.warp[w].fenced;
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
            // The other lane is unknown; it may be one that this lane has met.
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
        // The lane is unknown, so all of the lanes must have released.
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
        found =
            next == kMostStepsOfOrder || released(variable, item, segment, thread, several_lanes, by_block);
        for (const Item& more : variable.items) {
            if (visited_[more.variable] >= more.count) continue;
            visited_[more.variable] = more.count;
            to_visit.push_back(more);
        }
    }
    for (const Item& item : to_visit) visited_[item.variable] = 0;
    return found;
}

}  // namespace simt::check
