// See async_shadow.hpp. A record of the last epoch is newer than any barrier, so every access that
// does not wait for the copy finds itself unordered with it, the issuing thread's own accesses included.
#include "emulator/check/races/async_shadow.hpp"

#include <algorithm>

#include "emulator/check/record.hpp"
#include "emulator/exec/barriers.hpp"

namespace simt::exec {

namespace {

constexpr u32 mark_of(u32 thread, bool write) {
    return SharedShadow::kLastEpoch << SharedShadow::kEpochShift | thread |
           (write ? SharedShadow::kInFlight : SharedShadow::kManyWarps);
}

// Calls visit(u32& record, u32& op) of the side that the copy is on, for each unit of the bytes.
template <class Visit>
void each_unit(WarpState& state, u32 offset, u32 bytes, bool write, Visit visit) {
    if (!state.worker->checks.note_shared() || bytes == 0) return;
    note_reads(*state.block);
    const SharedShadow& shadow = state.block->shadow;
    const SharedShadow::Side& side = write ? shadow.writer : shadow.reader;
    const u32 unit_bytes = state.worker->code->shared_unit;
    for (u32 unit = offset / unit_bytes; unit <= (offset + bytes - 1) / unit_bytes; ++unit)
        visit(side.record[unit], side.op[unit]);
}

}  // namespace

void mark_in_flight(WarpState& state, u32 op, u32 thread, u32 offset, u32 bytes, bool write) {
    each_unit(state, offset, bytes, write, [&](u32& record, u32& record_op) {
        record = mark_of(thread, write);
        record_op = op;
    });
    if (write || !state.worker->checks.races || bytes == 0) return;
    // To the issuing warp, "many warps" names the one that read before.
    const SharedShadow::Side& before = state.block->shadow.before_reader;
    const u32 unit_bytes = state.worker->code->shared_unit;
    for (u32 unit = offset / unit_bytes; unit <= (offset + bytes - 1) / unit_bytes; ++unit) {
        before.record[unit] = mark_of(thread, write);
        before.op[unit] = op;
    }
}

void mark_landed(WarpState& state, u32 op, u32 thread, u32 offset, u32 bytes, bool write) {
    each_unit(state, offset, bytes, write, [&](u32& record, u32& record_op) {
        if (record != mark_of(thread, write) || record_op != op) return;
        record = state.block->epoch << SharedShadow::kEpochShift | thread;
    });
}

void check_proxy_fence(WarpState& state, const Op* op, u32 lane, u32 offset, u32 bytes, u32 fenced) {
    const Code& code = *state.worker->code;
    if (!state.worker->checks.races) return;
    const u32 floor = std::max(state.block->first_epoch, fenced + 1)
                      << SharedShadow::kEpochShift;
    OtherAccess unfenced;
    each_unit(state, offset, bytes, true, [&](u32& writer, u32& writer_op) {
        if (writer < floor) return;
        // What bulk copies and mbarriers' copies wrote themselves needs no fence.
        const ptx::Instruction* source = code.info[writer_op].source;
        const bool bulk =
            source != nullptr && (source->is(isa::Memory::Copy) || source->is(isa::Kind::CopyArrive));
        if (!bulk) unfenced = {writer, writer_op, true};
    });
    if (unfenced.write) shared_race(state, op, lane, offset, bytes, false, unfenced);
}

}  // namespace simt::exec
