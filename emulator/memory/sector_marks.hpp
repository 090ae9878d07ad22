// The marks of the sectors that a launch has touched (Allocation::sector_read, sector_write, touched), put away while another
// launch runs.
#pragma once

#include <vector>

#include "emulator/memory/address_space.hpp"

namespace simt::memory {

class SectorMarks {
  public:
    // Takes the marks of all live allocations away.
    static SectorMarks take(const AddressSpace& space);
    // Adds them to those that are there. Marks of memory that was freed meanwhile are forgotten.
    void put_back(const AddressSpace& space) const;

  private:
    struct Chunk {
        u64 allocation, number;  // its serial number; of the chunk in it
        std::vector<u8> read, written;
    };
    std::vector<Chunk> chunks_;
};

}  // namespace simt::memory
