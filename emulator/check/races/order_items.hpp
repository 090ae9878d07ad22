// The terms of happens-before: segments of a warp's time, and items taken over from synchronising variables (order.hpp,
// order_space.hpp, read_order.hpp).
#pragma once

#include <algorithm>
#include <vector>

#include "emulator/check/decoded.hpp"

namespace simt::check {

struct Segment {
    u32 block, clock;
    bool open = false;  // the warp's clock has not advanced, so no fence can have published its accesses
};

// The first `count` entries of a variable's list, as a reader took them over.
struct Item {
    u32 variable, count;
    bool block_scope = false;  // the read's scope: only releases of its own block count
    bool operator==(const Item&) const = default;
};

inline void raise(u32& floor, u32 to) { floor = std::max(floor, to); }

// Adds an item, or the part of it that is new. Items stay sorted by variable. False: nothing is new.
inline bool add(std::vector<Item>& items, const Item& item) {
    const auto key = [](const Item& each) { return u64{each.variable} << 1 | u64{each.block_scope}; };
    const auto place = std::ranges::lower_bound(items, key(item), {}, key);
    if (place == items.end() || key(*place) != key(item)) {
        items.insert(place, item);
        return true;
    }
    if (place->count >= item.count) return false;
    place->count = item.count;
    return true;
}

}  // namespace simt::check
