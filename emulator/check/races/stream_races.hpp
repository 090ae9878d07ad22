// Finds races between launches, and between launches and copies. Each one's accesses (Footprint) are kept as
// long as later work may run at the same time on a GPU. Later work that touches the same bytes, unordered, is a
// finding.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "emulator/check/findings.hpp"
#include "emulator/check/races/footprint.hpp"
#include "emulator/check/races/stream_clocks.hpp"
#include "emulator/memory/address_space.hpp"

namespace simt::check {

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

// A piece of work among the others: those that it may race with, itself, and what the program has waited for.
struct StreamPosition {
    StreamRaces& races;
    const Stamp& stamp;
    const StreamClock& waited_for;
};

}  // namespace simt::check
