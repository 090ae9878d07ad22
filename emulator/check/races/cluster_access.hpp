// Accesses to the shared memory of another block of the cluster.
//
// The blocks' barriers say nothing about each other, so such an access is unordered with all others to its bytes since the last
// barrier.cluster, but for those of its own block. Until the next one, it stays in the owner's shadow like a copy in flight, and
// any access that races with it there is reported. Whatever else one block can wait for, an mbarrier or a flag, counts as
// ordering all accesses so far: a race may be missed, but none is invented.
#pragma once

#include <span>

#include "emulator/check/state.hpp"

namespace simt::check {

// A lane accesses `bytes` bytes at `offset` in the owner's shared memory.
void cluster_access(const Instruction& at, u32 lane, BlockChecks& owner, u32 offset, u32 bytes, Kind kind);

// Copies that a thread of another block has issued: who it is, for findings about the bytes.
void note_owner(BlockChecks& block, u32 offset, u32 bytes, u64 linear);

// All accesses so far to the shared memory of the cluster's blocks come before all later ones.
void meet(const std::vector<BlockChecks*>& cluster);

// Arriving at the cluster's barrier releases the lanes' accesses to global memory; passing it, after `phase` phases, acquires
// those of the other blocks.
void release_to_cluster(WarpChecks& warp, u32 lanes, u32 phase);
void acquire_from_cluster(WarpChecks& warp, u32 phase);

// The block of the access that a record in flight stands for: the block itself if it is its own copy.
u64 block_of(const BlockChecks& block, u32 record, u32 offset);

}  // namespace simt::check
