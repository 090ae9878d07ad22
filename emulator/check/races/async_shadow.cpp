// See async_shadow.hpp. Copies in flight get the last epoch, which is newer than any barrier. So every access that does not
// wait for the copy is unordered with it, even the issuing thread's own.
#include "emulator/check/races/async_shadow.hpp"

#include <algorithm>

#include "emulator/check/races/epochs.hpp"
#include "emulator/check/record.hpp"

namespace simt::check {

namespace {

// Calls visit(u32& record, u32& op) for each unit of the bytes.
template <class Visit>
void each_unit(WarpChecks& warp, const SharedShadow::Side& side, u32 offset, u32 bytes, Visit visit) {
    if (!warp.worker->wanted.note_shared() || bytes == 0) return;
    note_kept(*warp.block);
    const u32 unit_bytes = warp.worker->code->shared_unit;
    for (u32 unit = offset / unit_bytes; unit <= (offset + bytes - 1) / unit_bytes; ++unit)
        visit(side.record[unit], side.op[unit]);
}

}  // namespace

void async_copy(WarpChecks& warp, const AsyncCopy& copy, CopyStep step) {
    const u32 mark = SharedShadow::kLastEpoch << SharedShadow::kEpochShift | copy.thread |
                     (copy.write ? SharedShadow::kInFlight : SharedShadow::kManyWarps);
    const SharedShadow& shadow = warp.block->shadow;
    const auto note = [&](u32& record, u32& record_op) {
        if (step == CopyStep::Issued) {
            record = mark;
            record_op = copy.op;
        } else if (record == mark && record_op == copy.op) {
            const u32 epoch = copy.epoch == 0 ? warp.block->epoch : std::min(copy.epoch, warp.block->epoch);
            record = epoch << SharedShadow::kEpochShift | copy.thread;
        }
    };
    each_unit(warp, copy.write ? shadow.writer : shadow.reader, copy.offset, copy.bytes, note);
    // With kManyWarps the issuing warp looks at before_reader, so the copy is recorded there too.
    if (step == CopyStep::Issued && !copy.write)
        each_unit(warp, shadow.before_reader, copy.offset, copy.bytes, note);
}

u32 proxy_fence(WarpChecks& warp) {
    const u32 fenced = warp.block->epoch;
    next_epoch(warp);  // later writes of the warp are not fenced
    return fenced;
}

void read_by_proxy(WarpChecks& warp, const Op* op, u32 lane, u32 offset, u32 bytes, u32 fenced) {
    const Code& code = *warp.worker->code;
    const u32 floor = std::max(warp.block->first_epoch, fenced + 1) << SharedShadow::kEpochShift;
    OtherAccess unfenced;
    each_unit(warp, warp.block->shadow.writer, offset, bytes, [&](u32& writer, u32& writer_op) {
        if (writer < floor) return;
        // Bytes written by bulk copies, or by copies that complete on mbarriers, need no fence.
        const ptx::Instruction* source = code.info[writer_op].source;
        const bool bulk =
            source != nullptr && (source->is(isa::Memory::Copy) || source->is(isa::Kind::CopyArrive));
        if (!bulk) unfenced = {writer, writer_op, true};
    });
    if (unfenced.write) shared_race(warp, op, lane, offset, bytes, false, unfenced);
}

}  // namespace simt::check
