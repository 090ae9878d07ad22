// The heap from which malloc and new in kernels take their memory. It lies in one allocation of the address space, the arena,
// which is several times larger than the heap: blocks keep a gap between them and freed addresses are reused late, so that an
// access past a block's end and a use after free are recognised.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <vector>

#include "emulator/memory/address_space.hpp"

namespace simt::memory {

// All members are safe while blocks run in parallel.
class DeviceHeap {
  public:
    // Takes over an arena; forgets all blocks of an earlier one. limit: the most bytes of live blocks.
    void begin(const Allocation& arena, u64 limit);
    void end();
    bool exists() const;

    // The address of a new block, or 0 if the heap has no room for it. align: at least 32 bytes, a power of two. by: for reports.
    u64 allocate(u64 size, u64 align, std::string by);
    AddressSpace::FreeResult free(u64 address);

    const Allocation* find(u64 address) const;  // the live block that holds the address; nullptr if none does
    const Allocation* nearest(u64 address) const;  // live or freed; nullptr if there never was one
    std::vector<const Allocation*> live() const;

  private:
    using Blocks = std::map<u64, std::unique_ptr<Allocation>>;
    u64 place_after(u64 from, u64 size, u64 align) const;
    void forget_freed(u64 first, u64 end);

    mutable std::shared_mutex mutex_;
    const Allocation* arena_ = nullptr;
    Blocks live_, freed_;
    std::deque<u64> freed_order_;  // oldest first
    u64 limit_ = 0, used_ = 0, cursor_ = 0;
};

}  // namespace simt::memory
