// See copies.hpp.
#include "emulator/exec/async/copies.hpp"

#include <cstring>

#include "emulator/check/check.hpp"
#include "emulator/exec/async/mbarrier.hpp"
#include "emulator/exec/async/warpgroup.hpp"

namespace simt::exec {

namespace {

// Writes the copies of cp.async for which due(copy) holds; the others stay.
template <class Due>
void finish_if(WarpState& state, Due due) {
    std::size_t kept = 0;
    for (const PendingCopy& copy : state.copies) {
        if (due(copy)) {
            std::memcpy(state.block->checks.shared + copy.offset, copy.data, copy.bytes);
            check::async_copy(state.checks,
                              {copy.op, thread_of(state, copy.lane), copy.offset, copy.bytes, true},
                              check::CopyStep::Landed);
        } else {
            state.copies[kept++] = copy;
        }
    }
    state.copies.resize(kept);
}

void tell_checks(WarpState& state, const BulkCopy& copy, const BulkPiece& piece, check::CopyStep step) {
    check::async_copy(state.checks, {copy.op, copy.thread, piece.shared, piece.bytes, copy.to_shared}, step);
}

void reduce_bytes(const Reduction& reduction, u8* place, const u8* operands, u32 bytes) {
    for (u32 at = 0; at + reduction.bytes <= bytes; at += reduction.bytes)
        reduce_element(reduction, place + at, operands + at, operands + at, nullptr);
}

void land(WarpState& state, const BulkCopy& copy) {
    u8* const shared = state.block->checks.shared;
    state.worker->progressed = true;
    std::size_t at = 0;
    for (const BulkPiece& piece : copy.pieces) {
        u8* const to = copy.to_shared ? shared + piece.shared : piece.global;
        const u8* const from = copy.to_shared ? copy.data.data() + at : shared + piece.shared;
        if (copy.reduce != nullptr)
            reduce_bytes(*copy.reduce, to, from, piece.bytes);
        else
            std::memcpy(to, from, piece.bytes);
        tell_checks(state, copy, piece, check::CopyStep::Landed);
        at += piece.bytes;
    }
    if (copy.mbarrier != kNoMbarrier)
        change_mbarrier_bytes({state, &state.worker->code->ops[copy.op], copy.thread, copy.mbarrier},
                              -s64{copy.total});
}

// Lands the bulk copies for which due(copy) holds, oldest first; the others stay.
template <class Due>
void land_if(WarpState& state, Due due) {
    AsyncState& async = async_of(state);
    std::vector<BulkCopy> copies = std::move(async.copies);
    async.copies.clear();
    for (BulkCopy& copy : copies) {
        if (due(copy))
            land(state, copy);
        else
            async.copies.push_back(std::move(copy));
    }
}

}  // namespace

void stage_copies(WarpState& state, const Op* op, u32 exec, const u32* offset, u32 bytes) {
    ++state.last_copy;
    for (const u32 lane : Lanes(exec)) {
        PendingCopy copy{lane, op->index, state.last_copy, kUncommitted, offset[lane], bytes, {}};
        std::memcpy(copy.data, state.staged[lane], bytes);
        state.copies.push_back(copy);
        check::async_copy(state.checks, {op->index, thread_of(state, lane), copy.offset, bytes, true},
                          check::CopyStep::Issued);
    }
}

void commit_copies(WarpState& state, u32 exec) {
    for (PendingCopy& copy : state.copies)
        if (copy.group == kUncommitted && (exec >> copy.lane & 1u)) copy.group = state.copy_groups[copy.lane];
    for (const u32 lane : Lanes(exec)) ++state.copy_groups[lane];
}

void finish_copies(WarpState& state, u32 exec, s64 groups_left) {
    finish_if(state, [&](const PendingCopy& copy) {
        const bool mine = exec >> copy.lane & 1u;
        const s64 newest = s64{state.copy_groups[copy.lane]} - groups_left;
        return mine && (groups_left < 0 || (copy.group != kUncommitted && s64{copy.group} < newest));
    });
}

void finish_copies_until(WarpState& state, u32 lane, u32 last_copy) {
    finish_if(state, [&](const PendingCopy& copy) { return copy.lane == lane && copy.serial <= last_copy; });
}

void put_in_flight(WarpState& state, BulkCopy copy, WarpState& target) {
    for (const BulkPiece& piece : copy.pieces) {
        tell_checks(target, copy, piece, check::CopyStep::Issued);
        if (state.block != target.block)
            check::note_owner(target.block->checks, piece.shared, piece.bytes, state.block->checks.linear);
    }
    async_of(target).copies.push_back(std::move(copy));
}

void land_copies(WarpState& state, u32 mbarrier) {
    AsyncState& async = async_of(state);
    land_if(state, [&](const BulkCopy& copy) { return copy.mbarrier == mbarrier; });
    for (std::size_t k = 0; k < async.arrivals.size();) {
        const CopyArrival arrival = async.arrivals[k];
        if (arrival.mbarrier != mbarrier) {
            ++k;
            continue;
        }
        async.arrivals.erase(async.arrivals.begin() + static_cast<std::ptrdiff_t>(k));
        finish_copies_until(*arrival.warp, arrival.lane, arrival.last_copy);
        u64 before = 0;
        if (!arrive_at_mbarrier({*arrival.warp, &state.worker->code->ops[arrival.op],
                                 thread_of(*arrival.warp, arrival.lane), mbarrier},
                                {.by_copy = true}, before))
            return;
    }
}

void finish_bulk_groups(WarpState& state, u32 thread, u32 groups_left) {
    const u32 committed = async_of(state).groups[thread];
    land_if(state, [&](const BulkCopy& copy) {
        return copy.thread == thread && copy.mbarrier == kNoMbarrier && copy.group != kUncommitted &&
               copy.group + groups_left < committed;
    });
}

void finish_block_copies(WarpState& state) {
    land_if(state, [&](const BulkCopy& copy) { return copy.mbarrier == kNoMbarrier; });
    // A copy whose mbarrier nobody looked at must not mark the shared memory of the next block in this place.
    for (const BulkCopy& copy : async_of(state).copies)
        for (const BulkPiece& piece : copy.pieces) tell_checks(state, copy, piece, check::CopyStep::Landed);
    land_products(*state.block);
    state.block->async.reset();
}

}  // namespace simt::exec
