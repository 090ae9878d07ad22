// Warp-level operations: shuffles, votes, matches, reductions, __syncwarp. They work on the lanes of a member mask,
// which may arrive in several splits. Each lane stores its contribution in WarpState::exchange. When the last lane
// has arrived, the operation completes for all of them.
#include "emulator/isa/collective.hpp"
#include "emulator/check/check.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/exec/splits.hpp"
#include "emulator/exec/warp.hpp"
#include "emulator/vectors.hpp"

namespace simt::exec::SIMT_ISA {

using vectors::SIMT_ISA::first_lane;

namespace {

constexpr int kMembersSlot = 5;

u32 members_of(Warp& warp, const Op* op) {
    return row<u32>(warp, op->slot[kMembersSlot])[first_lane(warp.exec)];
}

// Lanes of `exec` whose mask is `members`.
u32 of_one_mask(Warp& warp, const Op* op, u32 exec, u32 members) {
    const u32* mask = row<u32>(warp, op->slot[kMembersSlot]);
    u32 other = 0;
    for (int lane = 0; lane < kLanes; ++lane) other |= mask[lane] != members ? kLaneBits.bit[lane] : 0;
    return exec & ~other;
}

// Calls visit(lanes, members) for each distinct mask of the lanes in warp.exec.
template <class Visit>
void each_mask(Warp& warp, const Op* op, Visit visit) {
    for (u32 left = warp.exec; left != 0;) {
        const u32 members = row<u32>(warp, op->slot[kMembersSlot])[first_lane(left)];
        const u32 lanes = of_one_mask(warp, op, left, members);
        left &= ~lanes;
        visit(lanes, members);
    }
}

// Runs an operation. bring(lane) returns a lane's contribution. finish(participants) writes the results of the lanes in
// warp.exec, once all participants have contributed.
template <class Bring, class Finish>
const Op* collective(Warp& warp, const Op* op, Bring bring, Finish finish) {
    WarpState& state = *warp.state;
    const u32 exec = warp.exec;
    const u32 members = members_of(warp, op);
    const u32 needed = members & state.checks.live;
    if (!state.finishing_collective) {
        for (u32 lane = 0; lane < kLanes; ++lane)
            if (exec >> lane & 1u) state.exchange[lane] = bring(lane);
        const u32 same = of_one_mask(warp, op, exec, members);
        if (__builtin_expect(same != exec, 0)) {
            // Tiles of a warp have different masks. If every tile is complete, all go on together.
            bool complete = true;
            each_mask(warp, op,
                      [&](u32 lanes, u32 mask) { complete &= (mask & state.checks.live & ~lanes) == 0; });
            if (!complete) {
                each_mask(warp, op, [&](u32 lanes, u32 mask) {
                    if ((mask & exec & ~lanes) != 0)
                        check::check_members(state.checks, op, lanes, mask, exec & ~lanes);
                });
                return split_by_mask(state, op, same);
            }
            each_mask(warp, op, [&](u32 lanes, u32 mask) {
                warp.exec = lanes;
                if ((lanes & ~mask) != 0) check::check_members(state.checks, op, lanes, mask, 0);
                finish((mask & state.checks.live) | lanes);
                warp.exec = exec;
            });
            return op + 1;
        }
        if ((exec & needed) != needed) return await_members(state, op, exec, members);
    }
    finish(needed | exec);
    if (__builtin_expect((exec & ~members) != 0 || state.absent_members != 0, 0))
        check::check_members(state.checks, op, exec, members, state.absent_members);
    return op + 1;
}

// Writes one value to slot[0] of all active lanes.
void store_result(Warp& warp, const Op* op, u32 value) {
    u32* const result = row<u32>(warp, op->slot[0]);
    for (int lane = 0; lane < kLanes; ++lane) result[lane] = warp.exec >> lane & 1u ? value : result[lane];
}

enum ShuffleMode : u8 { kUp, kDown, kButterfly, kIndex };

// slot[0]: result. slot[1]: predicate, whether the source lane is in range. slot[2]: value. slot[3]: source lane or
// distance. slot[4]: clamp and segment mask. slot[kMembersSlot]: member mask.
const Op* shuffle(Warp& warp, const Op* op) {
    const u32* value = row<u32>(warp, op->slot[2]);
    const bool had_undefined = warp.state->checks.undefined != nullptr;
    const Op* const next = collective(
        warp, op, [&](u32 lane) { return u64{value[lane]}; },
        [&](u32 participants) {
            WarpState& state = *warp.state;
            u32* result = row<u32>(warp, op->slot[0]);
            const u32* operand = row<u32>(warp, op->slot[3]);
            const u32* control = row<u32>(warp, op->slot[4]);
            u32 in_range = 0, absent = 0;
            alignas(64) u32 out[kLanes], sources[kLanes];
            for (u32 lane = 0; lane < kLanes; ++lane) {
                const u32 b = operand[lane] & 0x1f, clamp = control[lane] & 0x1f,
                          segment = control[lane] >> 8 & 0x1f;
                const u32 highest = (lane & segment) | (clamp & ~segment), lowest = lane & segment;
                u32 from = 0;
                bool valid = false;
                switch (op->width) {
                    case kUp:
                        from = lane - b;
                        valid = static_cast<s32>(from) >= static_cast<s32>(highest);
                        break;
                    case kDown:
                        from = lane + b;
                        valid = from <= highest;
                        break;
                    case kButterfly:
                        from = lane ^ b;
                        valid = from <= highest;
                        break;
                    default:
                        from = lowest | (b & ~segment);
                        valid = from <= highest;
                        break;
                }
                if (!valid) from = lane;
                sources[lane] = from;
                in_range |= static_cast<u32>(valid) << lane;
                absent |= (~participants >> (from & 31) & 1u) << lane;
                out[lane] =
                    static_cast<u32>(state.exchange[participants >> (from & 31) & 1u ? from & 31 : lane]);
            }
            if ((absent & warp.exec) != 0) state.absent_members = 0;  // reported where the value is used
            if (__builtin_expect((absent & warp.exec) != 0 || state.checks.undefined != nullptr, 0))
                check::shuffle(state.checks, op, warp.exec, absent & warp.exec, sources);
            store_mask(warp.rows, op->slot[1], warp.exec, in_range);
            for (int lane = 0; lane < kLanes; ++lane)
                result[lane] = warp.exec >> lane & 1u ? out[lane] : result[lane];
        });
    const bool first = !had_undefined && warp.state->checks.undefined != nullptr;
    return __builtin_expect(first, 0) && !warp.state->finishing_collective ? switch_loops(*warp.state, next)
                                                                           : next;
}

enum VoteMode : u8 { kAll, kAny, kUniform, kBallot };

// slot[0]: result. slot[1]: predicate, negated if immediate is 1. slot[kMembersSlot]: member mask.
const Op* vote(Warp& warp, const Op* op) {
    const u32 predicate = *row<u32>(warp, op->slot[1]) ^ (op->immediate != 0 ? kAllLanes : 0);
    return collective(
        warp, op, [&](u32 lane) { return u64{predicate >> lane & 1u}; },
        [&](u32 participants) {
            u32 ballot = 0;
            for (int lane = 0; lane < kLanes; ++lane)
                ballot |= static_cast<u32>(warp.state->exchange[lane] & 1u) << lane;
            ballot &= participants;
            if (op->width == kBallot) return store_result(warp, op, ballot);
            const bool all = ballot == participants, any = ballot != 0;
            const bool truth = op->width == kAll ? all : op->width == kAny ? any : all || !any;
            store_mask(warp.rows, op->slot[0], warp.exec, truth ? kAllLanes : 0);
        });
}

// match.any: lanes with this lane's value. match.all: all participants if they agree, else none; slot 1: whether they
// do.
template <class T, bool all>
const Op* match(Warp& warp, const Op* op) {
    const T* value = row<T>(warp, op->slot[2]);
    return collective(
        warp, op, [&](u32 lane) { return u64{value[lane]}; },
        [&](u32 participants) {
            const u64* exchange = warp.state->exchange;
            u32* result = row<u32>(warp, op->slot[0]);
            u32 agree = 0;
            for (const u32 lane : Lanes(warp.exec)) {
                u32 same = 0;
                for (u32 other = 0; other < kLanes; ++other)
                    same |= static_cast<u32>(exchange[other] == exchange[lane]) << other;
                same &= participants;
                if (all) {
                    agree |= static_cast<u32>(same == participants) << lane;
                    same = same == participants ? participants : 0;
                }
                result[lane] = same;
            }
            if (all) store_mask(warp.rows, op->slot[1], warp.exec, agree);
        });
}

template <Name kOperation, class T>
T reduced(T a, T b) {
    constexpr auto is = [](std::string_view name) { return kOperation.is(name); };
    if constexpr (is("add")) return static_cast<T>(static_cast<u32>(a) + static_cast<u32>(b));
    if constexpr (is("min")) return a < b ? a : b;
    if constexpr (is("max")) return a < b ? b : a;
    if constexpr (is("and")) return a & b;
    if constexpr (is("or")) return a | b;
    if constexpr (is("xor")) return a ^ b;
}

template <Name kOperation, class T>
const Op* reduce(Warp& warp, const Op* op) {
    const u32* value = row<u32>(warp, op->slot[2]);
    return collective(
        warp, op, [&](u32 lane) { return u64{value[lane]}; },
        [&](u32 participants) {
            const u64* const exchange = warp.state->exchange;
            T total = static_cast<T>(exchange[first_lane(participants)]);
            for (const u32 lane : Lanes(participants & (participants - 1)))
                total = reduced<kOperation>(total, static_cast<T>(exchange[lane]));
            store_result(warp, op, static_cast<u32>(total));
        });
}

// elect.sync: the lowest participant; slot 1: whether it is this lane.
const Op* elect(Warp& warp, const Op* op) {
    return collective(
        warp, op, [](u32) { return u64{0}; },
        [&](u32 participants) {
            const u32 leader = first_lane(participants);
            store_result(warp, op, leader);
            store_mask(warp.rows, op->slot[1], warp.exec, 1u << leader);
        });
}

// bar.warp.sync: accesses before it come before accesses after it, among the lanes that meet there.
const Op* sync_warp(Warp& warp, const Op* op) {
    return collective(
        warp, op, [](u32) { return u64{0}; },
        [&](u32 participants) { check::warp_barrier(warp.state->checks, participants); });
}

const Op* active_mask(Warp& warp, const Op* op) {
    store_result(warp, op, warp.exec);
    return op + 1;
}

constexpr std::tuple kBindings{
    For{"~shuffle", Handler(shuffle)},
    For{"~vote", Handler(vote)},
    For{"~match", []<Name n> { return Handler(match<TypeNamed<n.part(2)>, n.has("all")>); }},
    For{"~redux", []<Name n> { return Handler(reduce<n.part(1), TypeNamed<n.part(2)>>); }},
    For{"~elect", Handler(elect)},
    For{"~sync_warp", Handler(sync_warp)},
    For{"~active_mask", Handler(active_mask)},
};

}  // namespace

std::span<const Handler> collective_handlers() { return handlers<isa::collective_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
