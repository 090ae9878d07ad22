// A finding as it is noted while a launch runs; exec makes a Finding of it when the launch has ended.
#pragma once

#include <optional>

#include "emulator/check/findings.hpp"

namespace simt::check {

// Who accesses, and how. op: its index; block: linear; strong: atomic, volatile, relaxed …
struct RawAccess {
    u32 op = 0, thread = 0;
    u64 block = 0;
    bool write = false, strong = false;
};

struct RawFinding {
    Fault fault;
    Space space;
    u64 address;
    u32 width;
    RawAccess access;
    std::optional<RawAccess> other = {};  // races, and barriers at two places
    u64 times = 1;
    u32 missing = 0;  // UninitialisedRead: bytes of the lane's that nothing had written; 0: not known
    std::optional<u32> used_by = {};  // the op that used what was read
};

}  // namespace simt::check
