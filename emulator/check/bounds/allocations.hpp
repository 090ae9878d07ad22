// Finds the allocation of an access, and the allocations that a launch may write.
#pragma once

#include <vector>

#include "emulator/check/state.hpp"
#include "emulator/decode/write_targets.hpp"

namespace simt::check {

// Fills in the cache entry's allocation for the bytes [first, last]. False if no live allocation holds them all.
bool find_allocation(const WorkerChecks& worker, AccessCache& cache, u64 first, u64 last);

// The allocations that a launch may write, found from its kernel's PTX (decode/write_targets.hpp) and its parameters' values.
// All others are only read and cannot race, so reads of them are not recorded.
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
