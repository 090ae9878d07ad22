// See check.hpp.
#include "emulator/check/check.hpp"

#include <algorithm>

namespace simt::check {

void prepare_place(BlockChecks& block) {
    const WorkerChecks& worker = *block.worker;
    if (!worker.wanted.note_shared()) return;
    SharedShadow& shadow = block.shadow;
    shadow.units = block.shared_bytes / worker.code->shared_unit + 1;
    block.shadow_storage.assign(std::size_t{6} * shadow.units, 0);
    u32* next = block.shadow_storage.data();
    for (u32** part : {&shadow.writer.record, &shadow.writer.op, &shadow.reader.record, &shadow.reader.op,
                       &shadow.before_reader.record, &shadow.before_reader.op}) {
        *part = next;
        next += shadow.units;
    }
    shadow.reads.resize(SharedShadow::kMostReads);
}

void begin_block(BlockChecks& block) {
    const bool note_shared = block.worker->wanted.note_shared();
    if (block.epoch + 1 >= SharedShadow::kLastEpoch) {
        std::fill(block.shadow_storage.begin(), block.shadow_storage.end(), 0);
        block.epoch = 0;
    }
    block.first_epoch = ++block.epoch;
    block.shadow.forget_reads();
    block.shadow.atomic_count = block.shadow.not_kept = 0;
    block.padding.clear();
    block.shared_checks = note_shared ? SharedChecks::Usual : SharedChecks::None;
    if (note_shared) {
        // Cooperative groups' own part of shared memory is not the program's. It counts as written by atomics.
        const Code& code = *block.worker->code;
        u32* const writer = block.shadow.writer.record;
        std::fill(writer + code.reserved_begin / code.shared_unit,
                  writer + code.reserved_end / code.shared_unit,
                  block.first_epoch << SharedShadow::kEpochShift | SharedShadow::kAtomic);
    }
    if (block.worker->races != nullptr) begin_block_order(block);
    // Records of the first epoch are accesses of other blocks that come before all of this block's.
    block.written_by.clear();
    block.read_by.clear();
    block.cluster_floor = 0;
    if (block.cluster.size() > 1) ++block.epoch;
    begin_epochs(block);
    for (WarpChecks* warp : block.warps) warp->undefined.reset();
    block.barriers.resize(block.warps.size());
    for (WarpBarriers& barriers : block.barriers) {
        barriers.passed = 0;
        barriers.last = nullptr;
        barriers.rejoins.assign(block.worker->code->rejoins, {});
    }
}

void end_block(BlockChecks& block) {
    check_rejoins(block);
    if (block.worker->races != nullptr) end_block_order(block);
}

void lost_store(WarpChecks& warp, const Op* op, u32 loser, u32 winner, u32 offset, u32 bytes) {
    const u32 record = warp.epoch << SharedShadow::kEpochShift | warp.thread(winner);
    shared_race(warp, op, loser, offset, bytes, true, {record, op->index, true});
}

}  // namespace simt::check
