// Allocating and freeing device memory, for the calls and for the nodes of graphs.
#pragma once

#include <set>

#include "emulator/memory/address_space.hpp"

namespace simt::runtime {

// Frees memory from cudaMalloc, cudaMallocAsync, cudaMallocManaged or a graph. Throws a Failure that says why it cannot.
void release_device(void* pointer);

// The device address of `size` new bytes, more than 0, labelled with the current call. Throws a Failure with
// cudaErrorMemoryAllocation if the device has not so many left.
u64 allocate_memory(u64 size, memory::Kind kind, int device);

// An address for `size` bytes that a graph allocates on the device when it runs; throws a Failure if there is no room. others:
// the other devices that may access it.
void* reserve_graph_memory(u64 size, int device);
void allocate_graph_memory(void* address, u64 size, int device, const std::set<int>& others);

}  // namespace simt::runtime
