// See splits.hpp.
#include "emulator/exec/splits.hpp"

#include <algorithm>
#include <bit>

#include "emulator/exec/async/copies.hpp"
#include "emulator/exec/barriers.hpp"

namespace simt::exec {

namespace {

constexpr u32 kFuelInRandomOrder = 64;
constexpr u64 kSplitOdds = 4;           // on average, one turn in this many ends with its lanes split in two
constexpr std::size_t kMostSplits = 6;  // of a warp, at the end of turns; branches may make more
constexpr u32 kPatience = 16;  // turns of a spinning split before the lanes that wait for it go ahead

int add_split(WarpState& state, const Split& split) {
    auto place = std::ranges::find(state.splits, SplitState::Free, &Split::state);
    if (place == state.splits.end()) place = state.splits.emplace(place);
    *place = split;
    return static_cast<int>(place - state.splits.begin());
}

const Op* enter(WarpState& state, int index) {
    Split& split = state.splits[index];
    state.current = index;
    state.active = split.mask;
    state.warp.rows = split.frame->rows;
    state.checks.frame = split.frame;
    state.join = split.reconverge_frame == split.frame ? split.reconverge : nullptr;
    return split.pc;
}

// A parent without pending lanes becomes ready, or is freed if none of its lanes arrived.
void settle(WarpState& state, int index) {
    while (index >= 0) {
        Split& split = state.splits[index];
        if (split.pending != 0) return;
        if (split.mask != 0) {
            split.state = SplitState::Ready;
            return;
        }
        split.state = SplitState::Free;
        index = split.parent;
    }
}

// A split spins, and other lanes wait to reconverge with it. Lets these go on alone, because the split may be waiting for them:
// in a loop that tries to take a lock, the lane that got the lock waits behind the loop for the others.
void let_waiting_lanes_go(WarpState& state, int index) {
    for (; index >= 0; index = state.splits[index].parent) {
        if (state.splits[index].mask == 0) continue;
        Split going = state.splits[index];
        going.state = SplitState::Ready;
        going.pending = going.spins = 0;
        state.splits[index].mask = 0;
        add_split(state, going);
    }
}

// All members have arrived: runs each split's op once more, now that every lane's value is known.
void finish_collective(WarpState& state, u32 members) {
    for (Split& split : state.splits) {
        if (split.state != SplitState::AtCollective || split.members != members) continue;
        state.active = split.mask;
        state.warp.exec = split.arrived;
        state.warp.rows = split.frame->rows;
        state.checks.frame = split.frame;
        state.finishing_collective = true;
        state.absent_members = split.absent & ~state.checks.live;
        split.pc = split.pc->handler(state.warp, split.pc);
        state.absent_members = 0;
        state.finishing_collective = false;
        split.absent = 0;
        split.state = SplitState::Ready;
    }
}

// Finishes the operations whose members have all arrived or exited. Then the warp goes on at next(), in the loop that tracks
// definedness if a shuffle took a value from an absent lane.
template <class Next>
const Op* finish_ready_collectives(WarpState& state, Next next) {
    const bool had_undefined = state.checks.undefined != nullptr;
    for (const Split& split : state.splits) {
        if (split.state != SplitState::AtCollective) continue;
        const u32 members = split.members;
        u32 arrived = 0;
        for (const Split& other : state.splits)
            if (other.state == SplitState::AtCollective && other.members == members) arrived |= other.arrived;
        const u32 needed = members & state.checks.live;
        if ((arrived & needed) == needed) finish_collective(state, members);
    }
    const Op* const op = next();
    const bool first = !had_undefined && state.checks.undefined != nullptr;
    return op != nullptr && first ? switch_loops(state, op) : op;
}

// A collective waits for lanes that wait to reconverge with its own: these lanes go on alone. They come to the operation, or exit.
void let_members_go(WarpState& state) {
    for (std::size_t k = 0; k < state.splits.size(); ++k) {
        if (state.splits[k].state != SplitState::AtCollective) continue;
        const u32 members = state.splits[k].members;
        for (int index = state.splits[k].parent; index >= 0; index = state.splits[index].parent)
            if (const u32 absent = state.splits[index].mask & members; absent != 0) {
                state.splits[k].absent |= absent;
                let_waiting_lanes_go(state, index);
                break;
            }
    }
}

// The split whose pc is lowest among those that can run: the others are more likely to wait for it than it is to wait for them.
int lowest_ready(const WarpState& state) {
    int best = -1;
    for (int k = 0; k < static_cast<int>(state.splits.size()); ++k)
        if (state.splits[k].state == SplitState::Ready &&
            (best < 0 || state.splits[k].pc < state.splits[best].pc))
            best = k;
    return best;
}

// Picks the current split if it can run, otherwise another one.
const Op* pick(WarpState& state) {
    if (state.splits[state.current].state == SplitState::Ready) return enter(state, state.current);
    int best = lowest_ready(state);
    if (best < 0) {
        let_members_go(state);
        best = lowest_ready(state);
    }
    return best < 0 ? nullptr : enter(state, best);
}

// Gives the next turn to the first split that can run, searching from this one on and round.
void choose_from(WarpState& state, std::size_t first) {
    for (std::size_t k = 0; k < state.splits.size(); ++k) {
        const std::size_t candidate = (first + k) % state.splits.size();
        if (state.splits[candidate].state != SplitState::Ready) continue;
        state.current = static_cast<int>(candidate);
        return;
    }
}

}  // namespace

void start_warp(WarpState& state, u32 lanes, Frame* frame, const Op* entry) {
    state.splits.assign(1, {.state = SplitState::Ready, .mask = lanes, .pc = entry, .frame = frame});
    state.current = 0;
    state.checks.live = lanes;
    state.diverged = false;
    state.ran = 0;
}

const Op* resume(WarpState& state) {
    state.fuel = state.steps != 0 ? kFuelInRandomOrder : state.worker->launch->fuel;
    // --max-instructions is checked between turns, so none may be much longer than that.
    if (const u64 most = state.worker->launch->options.max_instructions; most != 0)
        state.fuel =
            static_cast<u32>(std::clamp<u64>(most / state.worker->code->ops.size(), 1, u64{state.fuel}));
    return pick(state);
}

bool is_ready(const WarpState& state) {
    return std::ranges::find(state.splits, SplitState::Ready, &Split::state) != state.splits.end();
}

void preempt(WarpState& state, const Op* op) {
    state.splits[state.current].pc = op;
    const u32 part = static_cast<u32>(state.mix >> 32) & state.active;
    if (state.mix % kSplitOdds == 0 && !state.worker->code->whole_warps && part != 0 &&
        part != state.active && state.splits.size() < kMostSplits)
        split_by_mask(state, op, part);
    choose_from(state, static_cast<u32>(state.mix >> 8) % state.splits.size());
}

const Op* enter_current(WarpState& state) { return enter(state, state.current); }

const Op* diverge(WarpState& state, const Branch& branch, const Arm* arms, int count) {
    const int index = state.current;
    const Split before = state.splits[index];
    Split child = before;
    const bool joins_with_parent = branch.reconverge == nullptr || (branch.reconverge == before.reconverge &&
                                                                    before.frame == before.reconverge_frame);
    if (joins_with_parent) {
        state.splits[index].state = SplitState::Free;
    } else {
        Split& parent = state.splits[index];
        parent.state = SplitState::Waiting;
        parent.pending = before.mask;
        parent.mask = 0;
        parent.pc = branch.reconverge;
        child.parent = index;
        child.reconverge = branch.reconverge;
        child.reconverge_frame = before.frame;
    }
    child.state = SplitState::Ready;
    child.spins = 0;
    int first = -1;
    for (int k = 0; k < count; ++k) {
        child.mask = arms[k].mask;
        child.pc = arms[k].target;
        const int added = add_split(state, child);
        if (first < 0 || child.pc < state.splits[first].pc) first = added;
    }
    return enter(state, first);
}

const Op* split_by_mask(WarpState& state, const Op* op, u32 same) {
    static const Branch nowhere;
    const Arm arms[] = {{same, op}, {state.active & ~same, op}};
    return diverge(state, nowhere, arms, 2);
}

const Op* reconverge(WarpState& state, const Op* op) {
    Split& split = state.splits[state.current];
    const int parent = split.parent;
    Split& waiting = state.splits[parent];
    waiting.mask |= split.mask;
    waiting.pending &= ~split.mask;
    split.state = SplitState::Free;
    waiting.pc = op;
    settle(state, parent);
    if (waiting.state == SplitState::Ready) return enter(state, parent);
    return pick(state);
}

const Op* exit_lanes(WarpState& state, u32 lanes, const Op* next) {
    Split& split = state.splits[state.current];
    split.mask &= ~lanes;
    state.checks.live &= ~lanes;
    state.worker->progressed = true;
    state.block->live_threads -= static_cast<u32>(std::popcount(lanes));
    if (state.block->async != nullptr)
        if (state.block->live_threads == 0) finish_block_copies(state);
    end_cluster_phase(*state.block->cluster);
    for (int k = split.parent; k >= 0; k = state.splits[k].parent) state.splits[k].pending &= ~lanes;
    return finish_ready_collectives(state, [&]() -> const Op* {
        if (split.mask != 0) {
            enter(state, state.current);
            return next;
        }
        split.state = SplitState::Free;
        settle(state, split.parent);
        return pick(state);
    });
}

const Op* suspend(WarpState& state, SplitState why, const Op* resume_at) {
    Split& split = state.splits[state.current];
    split.state = why;
    state.worker->progressed = true;
    split.pc = resume_at;
    return pick(state);
}

const Op* yield(WarpState& state, const Op* resume_at, bool spins) {
    Split& split = state.splits[state.current];
    split.pc = resume_at;
    state.worker->progressed |= !spins;
    if (spins && ++split.spins == kPatience) {
        split.spins = 0;
        let_waiting_lanes_go(state, split.parent);
    }
    // If another split can run, it has the next turn: a lane that spins must not starve the lane it waits for.
    choose_from(state, static_cast<std::size_t>(state.current) + 1);
    return nullptr;
}

const Op* await_members(WarpState& state, const Op* op, u32 exec, u32 members) {
    Split& split = state.splits[state.current];
    split.state = SplitState::AtCollective;
    split.pc = op;
    split.arrived = exec;
    split.members = members;
    return finish_ready_collectives(state, [&] { return pick(state); });
}

}  // namespace simt::exec
