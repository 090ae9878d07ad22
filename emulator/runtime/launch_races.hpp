// Races between launches, and between them and copies: kept of each is what it touched (exec::Footprint), as long as another
// one may run beside it on a GPU. What nothing orders behind an earlier one, and touches the same bytes, is a finding.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "emulator/check/findings.hpp"
#include "emulator/check/races/footprint.hpp"
#include "emulator/memory/address_space.hpp"
#include "emulator/runtime/stream_clocks.hpp"

namespace simt::runtime {

class LaunchRaces {
  public:
    // Keeps what a launch or a copy touched, and returns the races with earlier ones. waited_for: the host's clock.
    std::vector<observe::Finding> add(const Stamp& stamp, std::unique_ptr<exec::Footprint> footprint,
                                      const StreamClock& waited_for, const memory::AddressSpace& space);
    void clear() { kept_.clear(); }

  private:
    struct Kept {
        Stamp stamp;
        std::unique_ptr<exec::Footprint> footprint;
    };
    std::deque<Kept> kept_;  // oldest first
};

}  // namespace simt::runtime
