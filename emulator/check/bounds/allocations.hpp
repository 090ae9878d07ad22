// Which allocation an access falls into, and which ones a launch may write.
#pragma once

#include <vector>

#include "emulator/check/state.hpp"
#include "emulator/decode/write_targets.hpp"

namespace simt::check {

// Fills the cache entry's allocation for [first, last]; false if no live allocation holds both.
bool find_allocation(const WorkerChecks& worker, AccessCache& cache, u64 first, u64 last);

// The allocations that a launch may write, from what its kernel's text says (decode/write_targets.hpp) and the values that
// its parameters have. No other has races: who reads there is not remembered.
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
