// Copies to the shared memory of other blocks of the cluster, and to several of them at once.
#pragma once

#include <bit>

#include "emulator/address_windows.hpp"
#include "emulator/exec/async/async_state.hpp"
#include "emulator/exec/async/reach.hpp"
#include "emulator/exec/cluster_memory.hpp"
#include "emulator/exec/ops/memory_shared.hpp"
#include "emulator/exec/stop.hpp"

namespace simt::exec {

constexpr u32 kThisBlock = ~0u;
constexpr const char* kTwoBlocks =
    "a copy whose mbarrier is in another block than the bytes that it writes: both have to be in the same "
    "block of the cluster";

// The address of the same place in the block of that rank.
inline u64 in_rank(u64 address, u32 rank) {
    return rank == kThisBlock ? address : memory::in_block(address, rank);
}

// A warp of the block to which the mbarrier belongs, which may be another one of the cluster; `mbarrier` becomes its offset. Returns
// nullptr if the launch has ended.
inline WarpState* owner_of_mbarrier(WarpState& state, const Op* op, u32 lane, u32& mbarrier) {
    const u8* const place =
        reach(state, op, 1, lane, mbarrier, sizeof(u64), generic::prepare_shared<Kind::Atomic>);
    if (place == nullptr) return nullptr;
    Block& owner = owner_of(state, place);
    mbarrier = static_cast<u32>(place - owner.checks.shared);
    return &owner == state.block ? &state : owner.warps[0].get();
}

// Calls issue(rank) for each block of a multicast; Op::slot[kMulticastSlot] holds the blocks' mask, or kNoSlot.
template <class Issue>
bool each_target(WarpState& state, const Op* op, u32 lane, Issue issue) {
    if (op->slot[kMulticastSlot] == kNoSlot) return issue(kThisBlock);
    const u32 mask = row<u32>(state.warp, op->slot[kMulticastSlot])[lane] & 0xffffu;
    const u64 size = state.block->cluster->blocks.size();
    if (mask >> size != 0)
        return stop_misuse(state, op, thread_of(state, lane),
                           "a multicast to block " + std::to_string(std::bit_width(mask) - 1) +
                               " of a cluster of " + std::to_string(size));
    for (u32 left = mask; left != 0; left &= left - 1)
        if (!issue(static_cast<u32>(std::countr_zero(left)))) return false;
    return true;
}

}  // namespace simt::exec
