// Which launches --launch-range selects, counted from 1: "3", "3:5", "3:" or ":5".
#pragma once

#include <optional>
#include <string_view>

#include "emulator/integers.hpp"

namespace simt::loader {

struct LaunchRange {
    u64 first = 1;
    u64 last = ~u64{0};

    bool contains(u64 number) const { return number >= first && number <= last; }
    bool operator==(const LaunchRange&) const = default;
};

// Empty for an invalid or an empty range.
std::optional<LaunchRange> parse_launch_range(std::string_view text);

}  // namespace simt::loader
