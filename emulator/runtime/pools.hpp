// The memory pools' record of stream-ordered allocations.
#pragma once

#include "emulator/integers.hpp"
#include "emulator/runtime/entry_points.hpp"

namespace simt::runtime {

struct Pool;

Pool& current_pool();               // the pool that cudaMallocAsync draws from
Pool& pool_of(cudaMemPool_t pool);  // throws a Failure for one that does not exist (any more)
bool has_room(const Pool& pool, u64 bytes);
void note_allocation(Pool& pool, const void* pointer, u64 bytes);
void note_release(const void* pointer);  // of any memory, from a pool or not
void reset_pools();

}  // namespace simt::runtime
