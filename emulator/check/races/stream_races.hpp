// Races between launches, and between launches and copies. Each launch or copy has a Footprint. It is kept as long as later
// work might run at the same time on a GPU, and is compared with that work's footprint.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "emulator/check/findings.hpp"
#include "emulator/check/races/footprint.hpp"
#include "emulator/check/races/nested_launches.hpp"
#include "emulator/memory/address_space.hpp"

namespace simt::check {

// A vector clock: for each stream, how many pieces of its work come before. The order follows from the program, not from when
// the emulator happens to run the work.
using StreamClock = std::map<u64, u64>;  // by stream

inline void join(StreamClock& clock, const StreamClock& more) {
    for (const auto& [stream, count] : more) {
        u64& known = clock[stream];
        if (known < count) known = count;
    }
}

// The place of a piece of work in that order. It is the count-th in its stream. before: its clock. graph: of which launch
// of a graph it is a node; 0: of none. nested: which grid of a launch whose kernels launch others.
struct Stamp {
    u64 stream = 0, count = 0;
    StreamClock before;
    u64 graph = 0;
    NestedPart nested = {};
};

inline bool comes_before(const Stamp& first, const StreamClock& clock) {
    const auto found = clock.find(first.stream);
    return found != clock.end() && found->second >= first.count;
}

// Whether both are grids of one tree, that is, of one launch from the host.
inline bool are_of_one_tree(const Stamp& first, const Stamp& second) {
    return first.stream == second.stream && first.count == second.count && first.nested.grid != nullptr &&
           second.nested.grid != nullptr;
}

// A finding in global memory, with the allocation there or nearby, if any.
Finding finding_at(Fault fault, u64 address, const memory::Allocation* near);

class StreamRaces {
  public:
    // Keeps the accesses of a launch or a copy and returns its races with earlier ones. waited_for: the host's clock.
    std::vector<Finding> add(const Stamp& stamp, std::unique_ptr<Footprint> footprint,
                             const StreamClock& waited_for, const memory::AddressSpace& space);
    void clear() { kept_.clear(); }

  private:
    struct Kept {
        Stamp stamp;
        std::unique_ptr<Footprint> footprint;
    };
    std::deque<Kept> kept_;  // oldest first
};

// What the race check needs for a piece of work: the footprints to compare with, its stamp, and the host's clock, that is,
// the work that the program has waited for.
struct StreamPosition {
    StreamRaces& races;
    const Stamp& stamp;
    const StreamClock& waited_for;
};

}  // namespace simt::check
