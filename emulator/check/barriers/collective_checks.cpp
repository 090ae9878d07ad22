// See collective_checks.hpp. After a report the operation goes on, as it does on the hardware.
#include "emulator/check/barriers/collective_checks.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include "emulator/check/record.hpp"

namespace simt::check {

namespace {

u32 lowest(u32 lanes) { return static_cast<u32>(std::countr_zero(lanes)); }

// Whether the instruction asks all lanes of a warp to execute it together, as __syncthreads() does.
bool is_aligned(const ptx::Instruction& barrier) {
    return (barrier.isa->flags & isa::kAligned) != 0 || barrier.has("aligned");
}

// Whether a path that only goes forward in the code leads from one op to a later one.
bool leads_to(const Code& code, u32 from, u32 to) {
    std::set<u32> reached{from};
    while (!reached.empty() && *reached.begin() < to) {
        const u32 op = reached.extract(reached.begin()).value();
        const ptx::Instruction* const source = code.info[op].source;
        const auto is = [source](isa::Kind kind) { return source != nullptr && source->is(kind); };
        const bool branches = is(isa::Kind::Branch) || is(isa::Kind::IndexedBranch);
        const bool leaves = is(isa::Kind::Return) || is(isa::Kind::Exit);
        if (branches)
            for (const Op* target : code.branches[code.ops[op].detail].targets)
                if (target->index > op) reached.insert(target->index);
        if (!(branches || leaves) || !source->guard.empty()) reached.insert(op + 1);
    }
    return reached.contains(to);
}

// Whether the compiler made both barriers from one in the program. They then have one source line and follow each other, as in
// an unrolled loop. If no path leads from one to the other, the program has both, since nvcc never moves a barrier into a
// branch.
bool are_one(const Code& code, const Op* a, const Op* b) {
    const ptx::Instruction &one = *code.info[a->index].source, &other = *code.info[b->index].source;
    const bool same_line = one.places == other.places;
    if (!is_aligned(one)) return one.places.empty() || same_line;  // each lane may arrive at a different one
    return same_line && !one.places.empty() &&
           (leads_to(code, a->index, b->index) || leads_to(code, b->index, a->index));
}

}  // namespace

void check_members(WarpChecks& warp, const Op* op, u32 exec, u32 members, u32 absent) {
    if (const u32 left_out = exec & ~members; left_out != 0)
        misuse(warp, op, Fault::MaskWithoutCaller, lowest(left_out));
    if ((absent & members) != 0) misuse(warp, op, Fault::MaskOfAbsentLanes, lowest(exec));
}

void check_barrier_places(WarpChecks& warp, std::span<const WaitingLanes> waiting) {
    for (const WaitingLanes& each : waiting.subspan(std::min<std::size_t>(waiting.size(), 1))) {
        const WaitingLanes& first = waiting.front();
        if (each.op == first.op || are_one(*warp.worker->code, each.op, first.op)) continue;
        misuse(warp, each.op, Fault::DivergentBarrier, lowest(each.lanes), first.op, lowest(first.lanes));
    }
}

void check_barrier_warps(WarpChecks& warp, const WaitingLanes& waiting, const WarpChecks& first_warp,
                         const WaitingLanes& first) {
    const Code& code = *warp.worker->code;
    if (waiting.op == first.op || !is_aligned(*code.info[waiting.op->index].source) ||
        !is_aligned(*code.info[first.op->index].source) || are_one(code, waiting.op, first.op))
        return;
    misuse(warp, waiting.op, Fault::WarpsApart, lowest(waiting.lanes), first.op, lowest(first.lanes),
           &first_warp);
}

void meet(WarpChecks& warp, u32 place, u32 lanes) {
    WarpBarriers& barriers = warp.block->barriers[warp.number];
    Rejoin& rejoin = barriers.rejoins[place];
    if (lanes == warp.live)
        ++rejoin.times;
    else
        rejoin.in_parts = true;
    rejoin.barriers = barriers.passed;
    rejoin.barrier = barriers.last;
}

void check_rejoins(BlockChecks& block) {
    const auto reported = [&block](const RawFinding& found) {
        return found.access.block == block.linear &&
               (found.fault == Fault::WarpsApart || found.fault == Fault::DivergentBarrier);
    };
    for (u32 place = 0; place < block.worker->code->rejoins; ++place) {
        const auto at = [&](const WarpChecks* warp) -> const Rejoin& {
            return block.barriers[warp->number].rejoins[place];
        };
        WarpChecks *most = nullptr, *fewest = nullptr;
        u32 times = 0;
        for (WarpChecks* warp : block.warps) {
            const Rejoin& rejoin = at(warp);
            if (rejoin.in_parts) return;
            if (rejoin.times == 0) continue;  // it had exited
            if (times != 0 && rejoin.times != times) return;
            times = rejoin.times;
            if (most == nullptr || rejoin.barriers > at(most).barriers) most = warp;
            if (fewest == nullptr || rejoin.barriers < at(fewest).barriers) fewest = warp;
        }
        if (most == nullptr || at(most).barriers == at(fewest).barriers) continue;
        const Op* const barrier = at(most).barrier;
        if (!is_aligned(*block.worker->code->info[barrier->index].source)) continue;
        if (std::ranges::none_of(block.worker->findings, reported))
            misuse(*most, barrier, Fault::SkippedBarrier, 0, barrier, 0, fewest);
        return;
    }
}

bool check_barrier_count(WarpChecks& warp, const Op* op, u32 lane, u32 count, bool waits, bool differs) {
    if (count % kLanes == 0 && (count != 0 || waits) && !differs) return true;
    misuse(warp, op, Fault::BarrierCount, lane);
    return false;
}

void endless_grid_barrier(WarpChecks& warp, const Op* op, u32 lane) {
    misuse(warp, op, Fault::GridBarrier, lane);
}

}  // namespace simt::check
