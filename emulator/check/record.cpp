// See record.hpp.
#include "emulator/check/record.hpp"

#include <bit>

namespace simt::check {

namespace {

void record(WarpChecks& warp, RawFinding found) {
    std::vector<RawFinding>& findings = warp.worker->findings;
    found.block = warp.block->linear;
    if (found.fault != check::Fault::GlobalRace) found.other_block = found.block;
    found.times = 1;
    // Findings of one block stand together at the end; the same two instructions are reported once a block.
    for (auto before = findings.rbegin(); before != findings.rend() && before->block == found.block;
         ++before) {
        if (before->fault == found.fault && before->op == found.op && before->has_other == found.has_other &&
            (!found.has_other || before->other_op == found.other_op)) {
            ++before->times;
            return;
        }
    }
    findings.push_back(found);
}

RawFinding describe(const WarpChecks& warp, const Op* op, check::Fault fault, check::Space space, u32 lane,
                    u64 address, u32 width, bool write) {
    RawFinding found{};
    const ptx::Instruction& source = *warp.worker->code->info[op->index].source;
    found.fault = fault;
    found.space = source.is(isa::Memory::Load) && source.has("const") ? check::Space::Const : space;
    found.address = address;
    found.width = width;
    found.write = write;
    found.atomic = warp.worker->code->info[op->index].op_class == cost::OpClass::Atomic;
    found.op = op->index;
    found.thread = warp.thread(lane);
    return found;
}

// Of a place that several lanes of a warp have read one is known. If that is the lane which writes there now, another one is
// meant: of those that executed the load when it last ran.
u32 reader_beside(const WarpChecks& warp, u32 thread, u32 other_op) {
    const u32 own = 1u << thread % kLanes, loading = warp.worker->cache[other_op].mask & ~own;
    const u32 lanes = loading != 0 ? loading : warp.live & ~own;
    return lanes == 0 ? thread : thread / kLanes * kLanes + static_cast<u32>(std::countr_zero(lanes));
}

}  // namespace

void record_fault(WarpChecks& warp, const Op* op, check::Fault fault, check::Space space, u32 lane,
                  u64 address, u32 width, bool write) {
    record(warp, describe(warp, op, fault, space, lane, address, width, write));
}

void unwritten_read(WarpChecks& warp, const Op* op, check::Space space, u32 lane, u64 address, u32 width,
                    u32 missing, const Op* used_by) {
    RawFinding found =
        describe(warp, op, check::Fault::UninitialisedRead, space, lane, address, width, false);
    found.missing = missing;
    found.has_use = used_by != nullptr;
    if (used_by != nullptr) found.used_by = used_by->index;
    record(warp, found);
}

void shared_race(WarpChecks& warp, const Op* op, u32 lane, u32 offset, u32 width, bool write,
                 const OtherAccess& other) {
    RawFinding found =
        describe(warp, op, check::Fault::SharedRace, check::Space::Shared, lane, offset, width, write);
    found.has_other = true;
    found.other_op = other.op;
    found.other_thread = other.record & SharedShadow::kThreadMask;
    if (!other.write && found.other_thread == found.thread && (other.record & SharedShadow::kManyLanes) != 0)
        found.other_thread = reader_beside(warp, found.thread, other.op);
    found.other_write = other.write;
    found.other_atomic = other.write && (other.record & SharedShadow::kAtomic) != 0;
    record(warp, found);
}

void misuse(WarpChecks& warp, const Op* op, check::Fault fault, u32 lane, const Op* other_op,
            u32 other_lane) {
    if (!warp.worker->wanted.synchronisation) return;
    RawFinding found = describe(warp, op, fault, check::Space::None, lane, 0, 0, false);
    found.has_other = other_op != nullptr;
    found.other_block = warp.block->linear;
    if (other_op != nullptr) found.other_op = other_op->index;
    found.other_thread = warp.thread(other_lane);
    record(warp, found);
}

void global_race(WarpChecks& warp, const Op* op, u32 lane, u64 address, u32 width, bool write,
                 u64 other_block, u32 other_op, u32 other_thread, bool other_write, bool other_atomic) {
    RawFinding found =
        describe(warp, op, check::Fault::GlobalRace, check::Space::Global, lane, address, width, write);
    found.atomic |= (op->detail & kStrong) != 0;
    found.has_other = true;
    found.other_block = other_block;
    found.other_op = other_op;
    found.other_thread = other_thread;
    if (!other_write && other_thread == found.thread && other_block == warp.block->linear)
        found.other_thread = reader_beside(warp, found.thread, other_op);
    found.other_write = other_write;
    found.other_atomic = other_atomic;
    record(warp, found);
}

}  // namespace simt::check
