// See read_order.hpp.
#include "emulator/check/races/read_order.hpp"

#include <algorithm>

#include "emulator/check/races/order.hpp"

namespace simt::check {

// A search visits at most this many announcements and items; beyond it, the read counts as done.
constexpr u32 kMostReadersVisited = 4096;
// The most variables to keep; if a kernel has more, every read counts as done.
constexpr std::size_t kMostVariables = std::size_t{1} << 16;

void ReadsDone::add(const Item& item) {
    if (!check::add(items, item)) return;
    asked.clear();
    announcement = 0;
}

void ReadsDone::take(const std::vector<Item>& together) {
    if (items == together) return;
    items = together;
    asked.clear();
    announcement = 0;
}

void ReadOrder::forget() {
    variables_.clear();
    at_.clear();
    announcements_.assign(1, {});
}

void ReadOrder::announce(BlockOrder& block, u32 w, u64 key) {
    WarpOrder& self = block.warp[w];
    ReadsDone& done = *self.reads;
    if (self.known[w] == 0 && done.items.empty()) return;  // nothing to hand on
    if (done.announcement == 0 || done.clock != self.clock) {
        announcements_.push_back(
            {block.block, {self.known.begin(), self.known.begin() + block.warps}, done.items});
        done.announcement = static_cast<u32>(announcements_.size()) - 1;
        done.clock = self.clock;
    }
    if (at_.size() >= kMostVariables) return;
    const auto [place, is_new] = variables_.try_emplace(key, static_cast<u32>(at_.size()));
    if (is_new) at_.emplace_back();
    std::vector<u32>& here = at_[place->second];
    if (here.empty() || here.back() != done.announcement) here.push_back(done.announcement);
}

void ReadOrder::look(BlockOrder& block, u32 w, u64 key) {
    const auto place = variables_.find(key);
    if (place == variables_.end()) return;
    block.warp[w].reads->add({place->second, static_cast<u32>(at_[place->second].size())});
}

// For each warp of the block, the clock below which its reads are done, as known to a warp that has taken over the items.
std::vector<u32> ReadOrder::clocks(const std::vector<Item>& items, u32 block) const {
    std::vector<u32> found(kMostWarps, 0), touched;
    std::vector<Item> to_visit(items);
    visited_.resize(at_.size(), 0);
    u32 visits = 0;
    while (!to_visit.empty() && visits < kMostReadersVisited) {
        const Item item = to_visit.back();
        to_visit.pop_back();
        u32& visited = visited_[item.variable];
        if (visited == 0) touched.push_back(item.variable);
        for (; visited < item.count; ++visited, ++visits) {
            const Announcement& here = announcements_[at_[item.variable][visited]];
            if (here.block == block)
                for (std::size_t warp = 0; warp < here.known.size(); ++warp)
                    found[warp] = std::max(found[warp], here.known[warp]);
            visits += static_cast<u32>(here.items.size());
            for (const Item& next : here.items)
                if (visited_[next.variable] < next.count) to_visit.push_back(next);
        }
    }
    if (visits >= kMostReadersVisited) found.assign(kMostWarps, ~0u);
    for (const u32 variable : touched) visited_[variable] = 0;
    return found;
}

bool ReadOrder::is_done(const Segment& segment, u32 thread, const BlockOrder& by, u32 w) const {
    ReadsDone& done = *by.warp[w].reads;
    if (at_.size() >= kMostVariables) return true;
    if (done.items.empty()) return false;
    auto known = std::find_if(done.asked.begin(), done.asked.end(),
                              [&](const auto& each) { return each.first == segment.block; });
    if (known == done.asked.end())
        known = done.asked.insert(done.asked.end(), {segment.block, clocks(done.items, segment.block)});
    return segment.clock < known->second[thread / kLanes];
}

}  // namespace simt::check
