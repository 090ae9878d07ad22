// What order.cpp and order_space.cpp share: clocks that only rise, and lists of Items.
#pragma once

#include <algorithm>

#include "emulator/check/races/order.hpp"

namespace simt::check {

inline void raise(u32& floor, u32 to) { floor = std::max(floor, to); }

inline u64 key_of(const Item& item) { return u64{item.variable} << 1 | u64{item.block_scope}; }

// Adds an item, or the part of it that is new; they stay in the order of their variables.
inline void add(std::vector<Item>& items, const Item& item) {
    const auto place = std::lower_bound(items.begin(), items.end(), item,
                                        [](const Item& a, const Item& b) { return key_of(a) < key_of(b); });
    if (place != items.end() && key_of(*place) == key_of(item))
        raise(place->count, item.count);
    else
        items.insert(place, item);
}

}  // namespace simt::check
