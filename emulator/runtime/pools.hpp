// The memory pools' record of stream-ordered allocations.
#pragma once

#include <optional>
#include <set>

#include "emulator/integers.hpp"
#include "emulator/runtime/entry_points.hpp"

namespace simt::runtime {

struct Pool;

Pool& graph_pool(int device);       // the memory of graphs
Pool& current_pool(int device);     // the pool that cudaMallocAsync draws from
Pool& pool_of(cudaMemPool_t pool);  // throws a Failure for one that does not exist (any more)
bool has_room(const Pool& pool, u64 bytes);
int device_of(const Pool& pool);
std::set<int> other_devices_of(const Pool& pool);  // whose kernels may access its memory, too
// others: the devices that may access it, beyond those that the pool allows.
void note_allocation(Pool& pool, const void* pointer, u64 bytes, const std::set<int>& others = {});
// Whether kernels of another device may access the pool's memory at the address; nullopt: it is of no pool.
std::optional<bool> pool_allows(u64 address, int device);
void note_release(const void* pointer);  // of any memory, from a pool or not
// Bytes in use now, and at most since the mark was restarted.
struct PoolBytes {
    u64 used, most;
};
PoolBytes bytes_of(const Pool& pool);
void restart_high_mark(Pool& pool);
void reset_pools(int device);

}  // namespace simt::runtime
