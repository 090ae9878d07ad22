// See cluster_memory.hpp. Such accesses go lane by lane. They are counted as requests, with the wavefronts that each block's banks
// would need; that is not measured.
#include "emulator/exec/cluster_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "emulator/address_windows.hpp"
#include "emulator/check/check.hpp"
#include "emulator/cost/access_models.hpp"
#include "emulator/exec/source_places.hpp"
#include "emulator/exec/stop.hpp"

namespace simt::exec {

namespace {

// One lane's access to the block's own shared memory, by its place in the cluster.
bool check_own(Warp& warp, const Op* op, u32 lane, u32 offset, u32 bytes, Kind kind) {
    AccessCache pattern{};
    std::ranges::fill(pattern.relative, 0);
    pattern.shape = kScattered;
    pattern.mask = 1u << lane;
    const check::Instruction at{warp.state->checks, op, warp.rows, 1u << lane};
    const check::SharedLanes lanes{{pattern, offset, bytes}};
    if (kind == Kind::Load) return check::load(at, lanes);
    kind == Kind::Store ? check::store(at, lanes) : check::atomic(at, lanes);
    return true;
}

// The block of a lane's address; nullptr after a fault.
Block* owner_for(WarpState& state, const Op* op, u32 lane, u64 address, u32 bytes, Kind kind) {
    const std::vector<Block*>& blocks = state.block->cluster->blocks;
    const u64 offset = address & memory::kOffsetMask;
    const bool write = kind != Kind::Load;
    const auto refuse = [&](check::Fault why) {
        return fault(state, op, why, check::Space::Shared, lane, offset, bytes, write);
    };
    const u32 rank = memory::names_block(address) ? memory::rank_in(address) : state.block->rank;
    if (rank >= blocks.size()) return refuse(check::Fault::OutOfBounds);
    Block& owner = *blocks[rank];
    if (offset % bytes != 0) return refuse(check::Fault::Misaligned);
    if (offset + bytes > owner.checks.shared_bytes) return refuse(check::Fault::OutOfBounds);
    if (owner.live_threads == 0)
        return stop_misuse(
            state, op, thread_of(state, lane),
            fmt::format("an access to the shared memory of {}, of the same cluster, whose threads have all "
                        "exited: let it wait at a cluster barrier (cluster.sync()) before it ends",
                        name_of(owner)),
            Status::IllegalAddress);
    return &owner;
}

}  // namespace

bool reach_cluster(Warp& warp, const Op* op, const u64* address, u32 bytes, Kind kind, u8** place) {
    WarpState& state = *warp.state;
    state.worker->progressed |= kind != Kind::Load;
    cost::OpCounters& counters = state.worker->counters[op->index];
    counters.requests += 1;
    const u32 first = static_cast<u32>(std::countr_zero(warp.exec));
    u32 offsets[kLanes], of_rank[256] = {};
    bool usual = true;
    for (const u32 lane : Lanes(warp.exec)) {
        Block* const owner = owner_for(state, op, lane, address[lane], bytes, kind);
        if (owner == nullptr) return false;
        offsets[lane] = static_cast<u32>(address[lane] & memory::kOffsetMask);
        of_rank[owner->rank] |= 1u << lane;
        place[lane] = owner->checks.shared + offsets[lane];
        if (owner == state.block)
            usual &= check_own(warp, op, lane, offsets[lane], bytes, kind);
        else
            check::cluster_access({state.checks, op, warp.rows, 1u << lane}, lane, owner->checks,
                                  offsets[lane], bytes, kind);
    }
    for (u32 lane = 0; lane < kLanes; ++lane)
        if ((warp.exec >> lane & 1u) == 0) {
            place[lane] = place[first];
            offsets[lane] = offsets[first];
        }
    for (const u32 lanes : of_rank)
        if (lanes != 0) {
            const cost::SharedCost cost = cost::shared_cost(offsets, lanes, bytes, kind != Kind::Load);
            counters.units += cost.wavefronts;
            counters.conflicts += cost.conflicts;
        }
    return usual;
}

Block& owner_of(const WarpState& state, const u8* place) {
    for (Block* block : state.block->cluster->blocks)
        if (place >= block->checks.shared && place < block->checks.shared + block->checks.shared_bytes)
            return *block;
    return *state.block;
}

}  // namespace simt::exec
