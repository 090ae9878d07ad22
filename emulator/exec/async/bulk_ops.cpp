// The handlers of cp.async.bulk, cp.reduce.async.bulk, st.async and red.async. They make the checks of an ordinary access
// when the instruction is issued; the bytes move when the copy lands (copies.cpp).
#include "emulator/check/check.hpp"
#include "emulator/decode/async_form.hpp"
#include "emulator/exec/async/cluster_copies.hpp"
#include "emulator/exec/async/copies.hpp"
#include "emulator/exec/async/reach.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/memory_global.hpp"
#include "emulator/exec/ops/memory_shared.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/isa/async.hpp"

namespace simt::exec {

namespace {

const Reduction* reduction_of(const Op* op) {
    return op->detail == isa::kNoReduction ? nullptr : &reduction_at(op->detail);
}

// rank: of the block of a multicast; kThisBlock: the one that the addresses name.
template <bool from_global, bool to_global>
bool issue(WarpState& state, const Op* op, u32 lane, u32 rank) {
    const u64 source = row<u64>(state.warp, op->slot[kBulkFrom])[lane];
    const u64 target = in_rank(row<u64>(state.warp, op->slot[kBulkTo])[lane], rank);
    const u32 size = row<u32>(state.warp, op->slot[kBulkSize])[lane];
    BulkCopy copy{.to_shared = !to_global,
                  .thread = thread_of(state, lane),
                  .op = op->index,
                  .total = size,
                  .reduce = reduction_of(op)};
    if (op->slot[kBulkMbarrier] != kNoSlot)
        copy.mbarrier = static_cast<u32>(in_rank(row<u64>(state.warp, op->slot[kBulkMbarrier])[lane], rank));
    if (size % kBulkPiece != 0)
        return stop_misuse(
            state, op, copy.thread,
            "a bulk copy of " + std::to_string(size) + " bytes: the size must be a multiple of 16");
    WarpState* const owner = to_global ? &state : owner_of_mbarrier(state, op, lane, copy.mbarrier);
    if (owner == nullptr) return false;
    if (size != 0) {
        const u8* const from =
            from_global
                ? reach_global(state, op, lane, source, size, generic::prepare_global<Kind::Load>, kBulkPiece)
                : reach_shared(state, op, to_global, lane, source, size, generic::prepare_shared<Kind::Load>);
        if (from == nullptr) return false;
        const bool reduces = copy.reduce != nullptr;
        u8* const to = to_global ? reach_global(state, op, lane, target, size,
                                                reduces ? generic::prepare_global<Kind::Atomic>
                                                        : generic::prepare_global<Kind::Store>,
                                                kBulkPiece)
                                 : reach_shared(state, op, 1, lane, target, size,
                                                reduces ? generic::prepare_shared<Kind::Atomic>
                                                        : generic::prepare_shared<Kind::Store>);
        if (to == nullptr) return false;
        if (!from_global)
            check::read_by_proxy(state.checks, op + to_global, lane, static_cast<u32>(source), size,
                                 async_of(state).fenced);
        if (!to_global) copy.data.assign(from, from + size);
        if (!to_global && &owner_of(state, to) != owner->block)
            return stop_misuse(state, op, copy.thread, kTwoBlocks);
        copy.pieces.push_back(
            {to, static_cast<u32>((to_global ? source : target) & memory::kOffsetMask), size});
    }
    put_in_flight(state, std::move(copy), *owner);
    return true;
}

template <bool from_global, bool to_global>
const Op* bulk_copy(Warp& warp, const Op* op) {
    for (const u32 lane : Lanes(warp.exec))
        if (!each_target(*warp.state, op, lane, [&](u32 rank) {
                return issue<from_global, to_global>(*warp.state, op, lane, rank);
            }))
            return nullptr;
    return op + 2;
}

const Op* proxy_fence(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    async_of(state).fenced = check::proxy_fence(state.checks);
    return op + 1;
}

// A prefetch does nothing: no later access could tell the difference, and a GPU does not fault on a wrong address here.
const Op* bulk_prefetch(Warp&, const Op* op) { return op + 1; }

const Op* bulk_commit(Warp& warp, const Op* op) {
    AsyncState& async = async_of(*warp.state);
    for (const u32 lane : Lanes(warp.exec)) {
        const u32 thread = thread_of(*warp.state, lane);
        for (BulkCopy& copy : async.copies)
            if (copy.thread == thread && copy.mbarrier == kNoMbarrier && copy.group == kUncommitted)
                copy.group = async.groups[thread];
        ++async.groups[thread];
    }
    return op + 1;
}

const Op* bulk_wait(Warp& warp, const Op* op) {
    for (const u32 lane : Lanes(warp.exec))
        finish_bulk_groups(*warp.state, thread_of(*warp.state, lane), static_cast<u32>(op->immediate));
    return op + 1;
}

const Op* store_async(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    const u32 bytes = u32{op->width} * op->count;
    for (const u32 lane : Lanes(warp.exec)) {
        const u64 address = row<u64>(warp, op->slot[kAddressSlot])[lane];
        BulkCopy copy{.thread = thread_of(state, lane),
                      .op = op->index,
                      .mbarrier = static_cast<u32>(row<u64>(warp, op->slot[5])[lane]),
                      .total = bytes,
                      .reduce = reduction_of(op),
                      .pieces = {{nullptr, static_cast<u32>(address & memory::kOffsetMask), bytes}}};
        const auto prepare = copy.reduce != nullptr ? generic::prepare_shared<Kind::Atomic>
                                                    : generic::prepare_shared<Kind::Store>;
        WarpState* const owner = owner_of_mbarrier(state, op, lane, copy.mbarrier);
        const u8* const place =
            owner == nullptr ? nullptr : reach(state, op, 0, lane, address, bytes, prepare);
        if (place == nullptr) return nullptr;
        if (&owner_of(state, place) != owner->block) return stop_misuse(state, op, copy.thread, kTwoBlocks);
        for (u32 k = 0; k < op->count; ++k) {
            const u8* element = warp.rows + op->slot[k] + lane * op->width;
            copy.data.insert(copy.data.end(), element, element + op->width);
        }
        put_in_flight(state, std::move(copy), *owner);
    }
    return op + 2;
}

constexpr Binding kBulkBindings[] = {
    {"~bulk.to_shared", bulk_copy<true, false>},
    {"~bulk.to_global", bulk_copy<false, true>},
    {"~bulk.within_shared", bulk_copy<false, false>},
    {"~bulk.commit", bulk_commit},
    {"~bulk.wait", bulk_wait},
    {"~bulk.prefetch", bulk_prefetch},
    {"~store_async", store_async},
    {"~proxy_fence", proxy_fence},
};

}  // namespace

std::span<const Handler> bulk_copy_handlers() { return handlers<isa::bulk_copy_forms, kBulkBindings>(); }

}  // namespace simt::exec
