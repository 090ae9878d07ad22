// The order of the grids that kernels launch, for the race check. A launch from the host and all grids below it form a tree.
//
// A grid comes before another one's accesses if it has been waited for: in the streams of the grid that launched both, or as
// the grid whose tail launches follow it. What a kernel did before a launch comes before the grid that it launched; nothing
// comes after such a grid in the kernel itself. So a kernel's accesses are divided at its launches, into parts 1, 2, …
#pragma once

#include <map>
#include <memory>
#include <string>

#include "emulator/check/findings.hpp"
#include "emulator/integers.hpp"

namespace simt::check {

struct NestedLaunch {
    std::shared_ptr<const NestedLaunch> parent;  // the grid whose kernel launched it; nullptr: the host did
    const NestedLaunch* far_above = nullptr;     // one of those above it, to which a search may jump
    u64 after_part = 0;                          // of that grid: its last part before the launch
    u64 stream = 0, count = 0;                   // it is the count-th work of this stream of that grid
    std::map<u64, u64> before = {};  // by stream of that grid: how many pieces of work come before it
    u64 turn = 0;               // a tail launch has the place of the grid that it follows, and a later turn
    u32 depth = 0;              // 0: the host's launch
    std::string kernel = {};    // without parameters
    std::string launched = {};  // "by parent, line 12 of k.cu"; empty: by the host

    bool by_kernel() const { return !launched.empty(); }

    // Sets what follows from who launched it: parent, far_above, depth. A grid may be thousands deep.
    void set_parent(std::shared_ptr<const NestedLaunch> grid);
    ~NestedLaunch();  // without recursion
};

// A part of a grid's accesses. grid: nullptr for work outside of any such tree.
struct NestedPart {
    std::shared_ptr<const NestedLaunch> grid = nullptr;
    u64 part = 0;
};

// Whether the first comes before the second. Both belong to one tree.
bool comes_before(const NestedPart& first, const NestedPart& second);

// How two unordered grids of one tree are related; and the same in words, with the lines of their launches.
Nested relation_of(const NestedLaunch& first, const NestedLaunch& second);
std::string describe_relation(const NestedLaunch& first, const NestedLaunch& second);

}  // namespace simt::check
