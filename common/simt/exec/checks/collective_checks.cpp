// What programs do wrong with barriers and the operations of a warp: member masks that leave out their caller or name lanes
// that have exited, barriers at which threads of a warp meet from different places (doubts.hpp has shuffles that read from
// lanes which take no part). The operation goes on as the hardware's does; the report says what was wrong.
#include <bit>

#include "common/simt/exec/warp.hpp"

namespace simt::exec {

namespace {

using observe::Fault;

// Lanes that the warp began with.
u32 lanes_of(const WarpState& state) {
    const u32 threads = state.block->threads - state.number * kLanes;
    return threads >= kLanes ? kAllLanes : (1u << threads) - 1;
}

u32 lowest(u32 lanes) { return static_cast<u32>(std::countr_zero(lanes)); }

const std::vector<ptx::Place>& places_of(const WarpState& state, const Op* op) {
    return state.worker->code->info[op->index].source->places;
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
        // The compiler may have made two of one barrier in the program.
        const auto& here = places_of(state, split.pc);
        if (split.pc == first->pc || here.empty() || here == places_of(state, first->pc)) continue;
        misuse(state, split.pc, Fault::DivergentBarrier, lowest(split.mask), first->pc, lowest(first->mask));
    }
}

// What an H200 does with each was asked (hardware/programs/barriers.cu): none at all stands for everybody.
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

const Op* part_by_mask(WarpState& state, const Op* op, u32 same) {
    static const Branch nowhere;
    const Arm arms[] = {{same, op}, {state.active & ~same, op}};
    return diverge(state, nowhere, arms, 2);
}

}  // namespace simt::exec
