// Copies to and from __device__ and __constant__ variables, as the boxes that graphs hold.
#pragma once

#include "emulator/runtime/graphs/graph.hpp"

namespace simt::runtime {

// symbol: the variable, as the program names it. Both throw a Failure for a part that does not lie in the variable, and for a
// wrong direction.
CopyWork copy_to_symbol(const void* symbol, const void* source, size_t bytes, size_t offset,
                        cudaMemcpyKind kind);
CopyWork copy_from_symbol(void* destination, const void* symbol, size_t bytes, size_t offset,
                          cudaMemcpyKind kind);

}  // namespace simt::runtime
