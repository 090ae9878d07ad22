// The handlers of cp.async.bulk, cp.reduce.async.bulk, st.async and red.async. What an access would check is checked when
// the instruction is issued; the bytes move when the copy lands (bulk_copy.cpp).
#include "emulator/decode/async_form.hpp"

#include <cstring>

#include "emulator/check/check.hpp"
#include "emulator/exec/async/async_state.hpp"
#include "emulator/exec/async/bulk_copy.hpp"
#include "emulator/exec/async/reach.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/isa/async.hpp"

namespace simt::exec {

namespace {

struct Sides {
    u64 to, from;
    u32 size, mbarrier;
};

// Calls issue(lane, sides, thread) for every lane, as long as it returns true.
template <class Issue>
const Op* each_copy(Warp& warp, const Op* op, Issue issue) {
    for (u32 lanes = warp.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = generic::first_lane(lanes);
        Sides sides{row<u64>(warp, op->slot[kBulkTo])[lane], row<u64>(warp, op->slot[kBulkFrom])[lane],
                    row<u32>(warp, op->slot[kBulkSize])[lane], kNoMbarrier};
        if (op->slot[kBulkMbarrier] != kNoSlot)
            sides.mbarrier = static_cast<u32>(row<u64>(warp, op->slot[kBulkMbarrier])[lane]);
        if (sides.size % kBulkPiece != 0) {
            stop_misuse(
                *warp.state, op->index, thread_of(*warp.state, lane),
                "a bulk copy of " + std::to_string(sides.size) + " bytes: the size must be a multiple of 16");
            return nullptr;
        }
        if (!issue(lane, sides)) return nullptr;
    }
    return op + 2;
}

BulkCopy begin(const WarpState& state, const Op* op, u32 lane, const Sides& sides, bool to_shared) {
    BulkCopy copy;
    copy.to_shared = to_shared;
    copy.thread = thread_of(state, lane);
    copy.op = op->index;
    copy.mbarrier = sides.mbarrier;
    copy.total = sides.size;
    copy.reduce = op->detail == isa::kNoReduction ? nullptr : &reduction_at(op->detail);
    return copy;
}

// Global memory that has to begin at a multiple of 16 bytes.
u8* reach_aligned(WarpState& state, const Op* op, u32 lane, u64 address, u32 bytes,
                  generic::Prepare prepare) {
    return address % kBulkPiece != 0
               ? reach(state, op, 0, lane, address, kBulkPiece, prepare)  // that is a fault
               : reach_global(state, op, lane, address, bytes, prepare);
}

bool check_mbarrier(WarpState& state, const Op* op, u32 lane, u32 mbarrier) {
    return mbarrier == kNoMbarrier ||
           reach(state, op, 1, lane, mbarrier, sizeof(u64), generic::prepare_shared_atomic) != nullptr;
}

const Op* bulk_to_shared(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    return each_copy(warp, op, [&](u32 lane, const Sides& sides) {
        if (!check_mbarrier(state, op, lane, sides.mbarrier)) return false;
        BulkCopy copy = begin(state, op, lane, sides, true);
        if (sides.size != 0) {
            const u8* from =
                reach_aligned(state, op, lane, sides.from, sides.size, generic::prepare_global_load);
            if (from == nullptr || reach_shared(state, op, 1, lane, sides.to, sides.size,
                                                generic::prepare_shared_store) == nullptr)
                return false;
            copy.data.assign(from, from + sides.size);
            copy.pieces.push_back({nullptr, static_cast<u32>(sides.to), sides.size});
        }
        put_in_flight(state, std::move(copy));
        return true;
    });
}

const Op* bulk_to_global(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    return each_copy(warp, op, [&](u32 lane, const Sides& sides) {
        BulkCopy copy = begin(state, op, lane, sides, false);
        if (sides.size != 0) {
            u8* to = reach_aligned(
                state, op, lane, sides.to, sides.size,
                copy.reduce != nullptr ? generic::prepare_global_atomic : generic::prepare_global_store);
            if (to == nullptr || reach_shared(state, op, 1, lane, sides.from, sides.size,
                                              generic::prepare_shared_load) == nullptr)
                return false;
            check::read_by_proxy(state.checks, op + 1, lane, static_cast<u32>(sides.from), sides.size,
                                 async_of(state).fenced);
            copy.pieces.push_back({to, static_cast<u32>(sides.from), sides.size});
        }
        put_in_flight(state, std::move(copy));
        return true;
    });
}

const Op* bulk_within_shared(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    return each_copy(warp, op, [&](u32 lane, const Sides& sides) {
        if (!check_mbarrier(state, op, lane, sides.mbarrier)) return false;
        BulkCopy copy = begin(state, op, lane, sides, true);
        if (sides.size != 0) {
            const u8* from =
                reach_shared(state, op, 0, lane, sides.from, sides.size, generic::prepare_shared_load);
            if (from == nullptr ||
                reach_shared(state, op, 1, lane, sides.to, sides.size,
                             copy.reduce != nullptr ? generic::prepare_shared_atomic
                                                    : generic::prepare_shared_store) == nullptr)
                return false;
            check::read_by_proxy(state.checks, op, lane, static_cast<u32>(sides.from), sides.size,
                                 async_of(state).fenced);
            copy.data.assign(from, from + sides.size);
            copy.pieces.push_back({nullptr, static_cast<u32>(sides.to), sides.size});
        }
        put_in_flight(state, std::move(copy));
        return true;
    });
}

const Op* proxy_fence(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    async_of(state).fenced = check::proxy_fence(state.checks);
    return op + 1;
}

// Brings nothing that a later access could tell; a wrong address would fault on no GPU either.
const Op* bulk_prefetch(Warp&, const Op* op) { return op + 1; }

const Op* bulk_commit(Warp& warp, const Op* op) {
    AsyncState& async = async_of(*warp.state);
    for (u32 lanes = warp.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 thread = thread_of(*warp.state, generic::first_lane(lanes));
        for (BulkCopy& copy : async.copies)
            if (copy.thread == thread && copy.mbarrier == kNoMbarrier && copy.group == kUncommitted)
                copy.group = async.groups[thread];
        ++async.groups[thread];
    }
    return op + 1;
}

const Op* bulk_wait(Warp& warp, const Op* op) {
    for (u32 lanes = warp.exec; lanes != 0; lanes &= lanes - 1)
        finish_bulk_groups(*warp.state, thread_of(*warp.state, generic::first_lane(lanes)),
                           static_cast<u32>(op->immediate));
    return op + 1;
}

const Op* store_async(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    const u32 bytes = u32{op->width} * op->count;
    for (u32 lanes = warp.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = generic::first_lane(lanes);
        const u64 address = row<u64>(warp, op->slot[kAddressSlot])[lane];
        const Sides sides{address, 0, bytes, static_cast<u32>(row<u64>(warp, op->slot[5])[lane])};
        BulkCopy copy = begin(state, op, lane, sides, true);
        const auto prepare =
            copy.reduce != nullptr ? generic::prepare_shared_atomic : generic::prepare_shared_store;
        if (!check_mbarrier(state, op, lane, sides.mbarrier) ||
            reach(state, op, 0, lane, address, bytes, prepare) == nullptr)
            return nullptr;
        for (u32 k = 0; k < op->count; ++k) {
            const u8* element = warp.rows + op->slot[k] + lane * op->width;
            copy.data.insert(copy.data.end(), element, element + op->width);
        }
        copy.pieces.push_back({nullptr, static_cast<u32>(address), bytes});
        put_in_flight(state, std::move(copy));
    }
    return op + 2;
}

constexpr Binding kBulkBindings[] = {
    {"~bulk.to_shared", bulk_to_shared},
    {"~bulk.to_global", bulk_to_global},
    {"~bulk.within_shared", bulk_within_shared},
    {"~bulk.commit", bulk_commit},
    {"~bulk.wait", bulk_wait},
    {"~bulk.prefetch", bulk_prefetch},
    {"~store_async", store_async},
    {"~proxy_fence", proxy_fence},
};

}  // namespace

std::span<const Handler> bulk_copy_handlers() { return handlers<isa::bulk_copy_forms, kBulkBindings>(); }

}  // namespace simt::exec
