// Decoys: arrays of the host that become other ones on their way to the device (simt_add_decoy). A harness gives an answer decoys and
// compares its result with that of the real arrays, which only the device has: so it sees whether the device computed it.
#pragma once

#include <span>
#include <vector>

#include "emulator/integers.hpp"

namespace simt::runtime {

class Decoys {
  public:
    // Both arrays have so many bytes, in rows of row_bytes bytes; the last row may be shorter. row_bytes is not 0.
    void add(std::span<const u8> decoy, std::span<const u8> real, u64 row_bytes);
    // Forgets all decoys, and what has been copied.
    void clear();
    bool any() const { return !decoys_.empty(); }

    // For the bytes of a copy from the host to the device: puts the rows of the real arrays in the place of their decoys' rows, which
    // must come in their order. Whatever lies between two rows stays.
    void replace(std::span<u8> bytes) const;

    // Remembers the bytes of a copy from the device to the host; of very large copies only how many they were.
    void note_to_host(std::vector<u8> bytes);
    // Since the last clear(): how many these were, and whether one copy had all rows of the array in their order.
    u64 bytes_to_host() const { return bytes_to_host_; }
    bool reached_host(std::span<const u8> array, u64 row_bytes) const;

  private:
    struct Decoy {
        std::vector<u8> shown, real;
        u64 row_bytes;
    };
    std::vector<Decoy> decoys_;
    std::vector<std::vector<u8>> to_host_;
    u64 bytes_to_host_ = 0;
};

}  // namespace simt::runtime
