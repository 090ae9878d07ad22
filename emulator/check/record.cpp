// See record.hpp.
#include "emulator/check/record.hpp"

#include <bit>

namespace simt::check {

namespace {

void record(WarpChecks& warp, RawFinding found) {
    std::vector<RawFinding>& findings = warp.worker->findings;
    const auto other_op = [](const RawFinding& each) { return each.other ? each.other->op : kNoOp; };
    if (found.other) {
        found.across_blocks = found.other->block != found.access.block;
        found.in_warps = !found.across_blocks && found.other->thread / kLanes == found.access.thread / kLanes;
    }
    // The current block's findings are the last ones. Each pair of instructions is reported once per block.
    for (auto before = findings.rbegin();
         before != findings.rend() && before->access.block == found.access.block; ++before) {
        if (before->fault == found.fault && before->access.op == found.access.op &&
            other_op(*before) == other_op(found)) {
            before->add(found);
            return;
        }
    }
    findings.push_back(found);
}

RawFinding describe(const WarpChecks& warp, const Op* op, Fault fault, Space space, u32 lane, u64 address,
                    u32 width, bool write) {
    const OpInfo& info = warp.worker->code->info[op->index];
    if (space == Space::Global && info.source->is(isa::Memory::Load) && info.source->has("const"))
        space = Space::Const;
    const bool atomic = info.op_class == cost::OpClass::Atomic;
    return {fault, space, address, width, {op->index, warp.thread(lane), warp.block->linear, write, atomic}};
}

// If several lanes of a warp have read one place, only one of them is recorded. If that lane is the writer itself, returns
// another lane instead: one that executed the load when it last ran.
u32 reader_beside(const WarpChecks& warp, u32 thread, u32 other_op) {
    const u32 own = 1u << thread % kLanes, loading = warp.worker->cache[other_op].mask & ~own;
    const u32 lanes = loading != 0 ? loading : warp.live & ~own;
    return lanes == 0 ? thread : thread / kLanes * kLanes + static_cast<u32>(std::countr_zero(lanes));
}

}  // namespace

void record_fault(WarpChecks& warp, const Op* op, Fault fault, Space space, u32 lane, u64 address, u32 width,
                  bool write) {
    record(warp, describe(warp, op, fault, space, lane, address, width, write));
}

void unwritten_read(WarpChecks& warp, const Op* op, Space space, u32 lane, u64 address, u32 width,
                    u32 missing, const Op* used_by) {
    RawFinding found = describe(warp, op, Fault::UninitialisedRead, space, lane, address, width, false);
    found.missing = missing;
    if (used_by != nullptr) found.used_by = used_by->index;
    record(warp, found);
}

void shared_race(WarpChecks& warp, const Op* op, u32 lane, u32 offset, u32 width, bool write,
                 const OtherAccess& other) {
    if (!warp.worker->wanted.races) return;
    RawFinding found = describe(warp, op, Fault::SharedRace, Space::Shared, lane, offset, width, write);
    u32 thread = other.record & SharedShadow::kThreadMask;
    if (!other.write && thread == found.access.thread && (other.record & SharedShadow::kManyLanes) != 0)
        thread = reader_beside(warp, thread, other.op);
    const bool atomic = other.write && (other.record & SharedShadow::kAtomic) != 0;
    found.other = {other.op, thread, block_of(*warp.block, other.record, offset), other.write, atomic};
    record(warp, found);
}

void cluster_race(WarpChecks& warp, const Op* op, u32 lane, u32 offset, u32 width, bool write,
                  const OtherAccess& other, const BlockChecks& owner) {
    if (!warp.worker->wanted.races) return;
    RawFinding found = describe(warp, op, Fault::SharedRace, Space::Shared, lane, offset, width, write);
    found.other = {other.op, other.record & SharedShadow::kThreadMask, block_of(owner, other.record, offset),
                   other.write, other.write && (other.record & SharedShadow::kAtomic) != 0};
    record(warp, found);
}

void global_race(WarpChecks& warp, const Op* op, u32 lane, u64 address, u32 width, bool write,
                 const RawAccess& other) {
    RawFinding found = describe(warp, op, Fault::GlobalRace, Space::Global, lane, address, width, write);
    found.access.strong |= (op->detail & kStrong) != 0;
    found.other = other;
    if (!other.write && other.thread == found.access.thread && other.block == warp.block->linear)
        found.other->thread = reader_beside(warp, other.thread, other.op);
    record(warp, found);
}

void stale_fetch(WarpChecks& warp, const Op* op, u32 lane, u64 address, u32 width, const RawAccess& writer) {
    RawFinding found = describe(warp, op, Fault::StaleFetch, Space::Global, lane, address, width, false);
    found.other = writer;
    record(warp, found);
}

void misuse(WarpChecks& warp, const Op* op, Fault fault, u32 lane, const Op* other_op, u32 other_lane,
            const WarpChecks* other_warp) {
    if (!warp.worker->wanted.synchronisation) return;
    RawFinding found = describe(warp, op, fault, Space::None, lane, 0, 0, false);
    if (other_op != nullptr)
        found.other = {other_op->index, (other_warp != nullptr ? *other_warp : warp).thread(other_lane),
                       warp.block->linear, false, false};
    record(warp, found);
}

}  // namespace simt::check
