// Finds the bytes behind a pointer given to a copy or a memset, or says why the pointer is wrong.
#pragma once

#include <string>

#include "emulator/memory/address_space.hpp"
#include "emulator/runtime/entry_points.hpp"

namespace simt::runtime {

// Bytes that a copy reads or writes: rows of `width` bytes, `pitch` apart. A plain range is one row.
struct Shape {
    u64 width = 0, height = 1, pitch = 0;
    u64 extent() const { return width == 0 || height == 0 ? 0 : pitch * (height - 1) + width; }
};

enum class Place { Host, Device, Either };

class Region {
  public:
    // The bytes of the shape, starting at the pointer. Throws InvalidRegion if they do not lie in one allocation or
    // lie on the wrong side. role: "source" or "destination", for the sentence.
    Region(const memory::AddressSpace& space, const void* pointer, const Shape& shape, Place place,
           const char* role);

    u8* bytes() const { return bytes_; }

  private:
    u8* bytes_ = nullptr;
};

struct InvalidRegion {
    std::string sentence;
};

// The places that a cudaMemcpyKind names; false for a kind that does not exist.
bool places_of(cudaMemcpyKind kind, Place& destination, Place& source);

}  // namespace simt::runtime
