// The allocations that a launch may write, from what its kernel's text says (decode/write_targets.hpp) and the values that
// its parameters have. In all others no race can be: who reads there is not remembered.
#pragma once

#include <vector>

#include "emulator/check/decoded.hpp"
#include "emulator/decode/write_targets.hpp"
#include "emulator/memory/address_space.hpp"

namespace simt::check {

class WrittenArrays {
  public:
    // parameters: the launch's parameter block.
    WrittenArrays(const WriteTargets& targets, const std::vector<u8>& parameters,
                  const memory::AddressSpace& space);
    bool may_be(const memory::Allocation& allocation) const;

  private:
    bool all_;
    std::vector<u64> begins_;  // addresses of allocations, sorted
};

}  // namespace simt::check
