// See collective_checks.hpp. After a report the operation goes on, as it does on the hardware.
#include "emulator/check/barriers/collective_checks.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include "emulator/check/record.hpp"

namespace simt::check {

namespace {

// The lanes that the warp began with.
u32 lanes_of(const WarpChecks& warp) {
    const u32 threads = warp.block->threads - warp.number * kLanes;
    return threads >= kLanes ? kAllLanes : (1u << threads) - 1;
}

u32 lowest(u32 lanes) { return static_cast<u32>(std::countr_zero(lanes)); }

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
    const bool aligned = (one.isa->flags & isa::kAligned) != 0 || one.has("aligned");
    const bool same_line = one.places == other.places;
    if (!aligned) return one.places.empty() || same_line;  // each lane may arrive at a different one
    return same_line && !one.places.empty() &&
           (leads_to(code, a->index, b->index) || leads_to(code, b->index, a->index));
}

}  // namespace

void check_members(WarpChecks& warp, const Op* op, u32 exec, u32 members, bool barrier) {
    const u32 left_out = exec & ~members;
    if (left_out != 0)
        misuse(warp, op, barrier ? Fault::WarpBarrierMask : Fault::MaskWithoutCaller, lowest(left_out));
    // A mask may name lanes that the block never had: programs write 0xffffffff for the last warp too.
    const u32 gone = members & ~warp.live & lanes_of(warp);
    if (gone != 0)
        misuse(warp, op, barrier ? Fault::WarpBarrierMask : Fault::MaskOfExitedLanes, lowest(exec));
}

void check_barrier_places(WarpChecks& warp, std::span<const WaitingLanes> waiting) {
    for (const WaitingLanes& each : waiting.subspan(std::min<std::size_t>(waiting.size(), 1))) {
        const WaitingLanes& first = waiting.front();
        if (each.op == first.op || are_one(*warp.worker->code, each.op, first.op)) continue;
        misuse(warp, each.op, Fault::DivergentBarrier, lowest(each.lanes), first.op, lowest(first.lanes));
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
