// What programs do wrong with barriers and the operations of a warp: member masks that leave out their caller or name lanes
// that have exited, barriers at which threads of a warp meet from different places (definedness.hpp has shuffles that read from
// lanes which take no part). The operation goes on as the hardware's does; the report says what was wrong.
#include "emulator/check/barriers/collective_checks.hpp"

#include <bit>

#include "emulator/exec/warp.hpp"
#include "emulator/exec/splits.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/check/record.hpp"

namespace simt::exec {

namespace {

using observe::Fault;

// Lanes that the warp began with.
u32 lanes_of(const WarpState& state) {
    const u32 threads = state.block->threads - state.number * kLanes;
    return threads >= kLanes ? kAllLanes : (1u << threads) - 1;
}

u32 lowest(u32 lanes) { return static_cast<u32>(std::countr_zero(lanes)); }

// Whether a way that only goes forward in the code leads from one op to a later one.
bool leads_to(const Code& code, u32 from, u32 to) {
    std::vector<bool> reached(to < from ? 0 : to - from + 1);
    const auto reach = [&](u32 op) {
        if (op >= from && op <= to) reached[op - from] = true;
    };
    if (reached.empty()) return false;
    reached[0] = true;
    for (u32 op = from; op < to; ++op) {
        if (!reached[op - from]) continue;
        const ptx::Instruction* const source = code.info[op].source;
        const bool branches =
            source != nullptr && (source->is(isa::Kind::Branch) || source->is(isa::Kind::IndexedBranch));
        const bool leaves =
            source != nullptr && (source->is(isa::Kind::Return) || source->is(isa::Kind::Exit));
        if (branches)
            for (const Op* target : code.branches[code.ops[op].detail].targets)
                if (target->index > op) reach(target->index);
        if (!(branches || leaves) || !source->guard.empty()) reach(op + 1);
    }
    return reached.back();
}

// Whether two barriers are one in the program, of which the compiler made two: those of one line that follow each other, as
// of an unrolled loop. Of two that lie on ways apart each was written, on whatever line: nvcc puts no barrier behind a
// condition that it was not behind.
bool are_one(const Code& code, const Op* a, const Op* b) {
    const ptx::Instruction &one = *code.info[a->index].source, &other = *code.info[b->index].source;
    const bool aligned = (one.isa->flags & isa::kAligned) != 0 || one.has("aligned");
    const bool same_line = one.places == other.places;
    if (!aligned) return one.places.empty() || same_line;  // each lane may come to one of its own
    return same_line && !one.places.empty() &&
           (leads_to(code, a->index, b->index) || leads_to(code, b->index, a->index));
}

}  // namespace

void check_members(WarpState& state, const Op* op, u32 exec, u32 members, bool barrier) {
    const u32 left_out = exec & ~members;
    if (left_out != 0)
        misuse(state, op, barrier ? Fault::WarpBarrierMask : Fault::MaskWithoutCaller, lowest(left_out),
               nullptr, 0);
    // Lanes that the block never had may be named: everybody writes 0xffffffff for the last warp too.
    const u32 gone = members & ~state.live & lanes_of(state);
    if (gone != 0)
        misuse(state, op, barrier ? Fault::WarpBarrierMask : Fault::MaskOfExitedLanes, lowest(exec), nullptr,
               0);
}

void check_barrier_places(WarpState& state, u32 barrier) {
    const Split* first = nullptr;
    for (const Split& split : state.splits) {
        if (split.state != SplitState::AtBarrier || split.barrier != barrier) continue;
        if (first == nullptr) {
            first = &split;
            continue;
        }
        if (split.pc == first->pc || are_one(*state.worker->code, split.pc, first->pc)) continue;
        misuse(state, split.pc, Fault::DivergentBarrier, lowest(split.mask), first->pc, lowest(first->mask));
    }
}

// What an H200 does with each was asked (test/hardware/programs/barriers.cu): none at all stands for everybody.
bool check_barrier_count(WarpState& state, const Op* op, u32 lane, const Barrier& before, u32 count,
                         bool waits) {
    const bool differs = before.arrived != 0 && before.expected != count;
    if (count % kLanes == 0 && (count != 0 || waits) && !differs) return true;
    misuse(state, op, Fault::BarrierCount, lane, nullptr, 0);
    stop_at(state, op, observe::Status::IllegalInstruction,
            differs ? "threads meet at a barrier of which they give different numbers of threads"
                    : "a barrier's number of threads is no multiple of 32");
    return false;
}

}  // namespace simt::exec
