// Device memory that an answer has allocated and not freed, and a device that seems to have little of it. The device's own
// figure, cudaMemGetInfo, also moves when other programs allocate.
//
// The emulator knows what is allocated. For a GPU allocations.cpp defines the allocating functions of the CUDA runtime once more
// (next_definition.hpp).
#pragma once

#include <cstddef>
#include <string>

namespace grading {

// Bytes that are allocated now, including the harness's own.
std::size_t allocated();

// The array with this address, if this program itself allocated one there; otherwise an array without bytes.
struct Allocation {
    void* first = nullptr;
    std::size_t bytes = 0;
};
Allocation allocation_at(const void* address);

// Fails the running test if more is allocated than `before`.
void expect_freed(const std::string& subject, std::size_t before);

// While a limit exists, an allocation beyond so many bytes in all fails with cudaErrorMemoryAllocation.
class MemoryLimit {
  public:
    explicit MemoryLimit(std::size_t bytes);
    ~MemoryLimit();
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;
};

}  // namespace grading
