// mbarriers and the handlers of mbarrier.* and cp.async.mbarrier.arrive. An mbarrier counts the arrivals and the bytes of
// copies that are still to come; its phase ends when both are zero.
//
// A program that misuses one gets a message here; a GPU would hang or go on with garbage.
#include "emulator/exec/async/mbarrier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "emulator/check/check.hpp"
#include "emulator/decode/async_form.hpp"
#include "emulator/exec/async/copies.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/cluster_memory.hpp"
#include "emulator/exec/ops/memory_shared.hpp"
#include "emulator/exec/source_places.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/isa/async.hpp"

namespace simt::exec {

namespace {

std::string count_of(u64 count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string at_byte(u32 offset) { return fmt::format("the mbarrier at byte {} of shared memory", offset); }

Stopped refuse(const MbarrierAccess& at, const std::string& why) {
    return stop_misuse(at.caller != nullptr ? *at.caller : at.state, at.op, at.thread, why);
}

// Ends the launch and returns nullptr if there is none.
Mbarrier* find(const MbarrierAccess& at) {
    AsyncState& async = async_of(at.state);
    const auto found = async.mbarriers.find(at.offset);
    if (found == async.mbarriers.end())
        return refuse(at,
                      fmt::format("there is no mbarrier at byte {} of shared memory: mbarrier.init has to "
                                  "come first, and a __syncthreads() behind it",
                                  at.offset));
    if (std::memcmp(at.state.block->checks.shared + at.offset, &found->second.word,
                    sizeof found->second.word) != 0)
        return refuse(at, at_byte(at.offset) +
                              " was overwritten by an ordinary store or copy since it was initialised");
    return &found->second;
}

void store(const MbarrierAccess& at, Mbarrier& barrier, const MbarrierWord& word) {
    barrier.word = word.pack();
    std::memcpy(at.state.block->checks.shared + at.offset, &barrier.word, sizeof barrier.word);
    at.state.worker->progressed = true;
}

bool all_have_arrived(const Block& block, const Mbarrier& barrier) {
    return std::ranges::all_of(block.warps, [&](const auto& warp) {
        return barrier.arrived[warp->checks.number] == lanes_of(block, warp->checks.number);
    });
}

// Begins the next phase. A thread's accesses before its arrival come before those of the waiting threads after the phase.
// If the whole block has arrived, epochs express this; otherwise each thread's releases do (BlockChecks::order). Copies
// release nothing, so if copies take part, all accesses until now count as ordered.
void end_phase(WarpState& state, Mbarrier& barrier, MbarrierWord& word) {
    word.odd ^= 1;
    word.pending = word.expected;
    if (barrier.copies)
        barrier.order = check::end_phase(state.checks);
    else if (all_have_arrived(*state.block, barrier))
        barrier.order = barrier.first_epoch;
    std::fill_n(barrier.arrived, kMostWarps, 0u);
    barrier.first_epoch = 0;
    barrier.waiting = barrier.copies = false;
}

// Applies change(barrier, word), which returns an error message or "". Then ends the phase if nothing is still to come.
template <class Change>
bool update(const MbarrierAccess& at, Change change) {
    Mbarrier* const barrier = find(at);
    if (barrier == nullptr) return false;
    MbarrierWord word = MbarrierWord::unpack(barrier->word);
    if (const std::string wrong = change(*barrier, word); !wrong.empty()) return refuse(at, wrong);
    if (word.complete()) end_phase(at.state, *barrier, word);
    store(at, *barrier, word);
    return true;
}

}  // namespace

bool arrive_at_mbarrier(const MbarrierAccess& at, const ArriveOptions& options, u64& state_before) {
    const Mbarrier* const found = find(at);
    if (found == nullptr) return false;
    if (MbarrierWord::unpack(found->word).pending == 0) land_copies(at.state, at.offset);
    state_before = found->word;
    if (options.expect_bytes != 0 && !change_mbarrier_bytes(at, options.expect_bytes)) return false;
    return update(at, [&](Mbarrier& barrier, MbarrierWord& word) -> std::string {
        if (options.count == 0 || options.count > word.pending)
            return fmt::format("{} at {}, which has {} of {} to come in this phase",
                               count_of(options.count, "arrival"), at_byte(at.offset),
                               count_of(word.pending, "arrival"), u64{word.expected});
        barrier.copies |= options.by_copy;
        // An arrival from another block is no epoch of this one; all accesses until the phase's end count as ordered.
        barrier.copies |= at.caller != nullptr;
        if (at.caller == nullptr) barrier.arrived[at.thread / kLanes] |= 1u << at.thread % kLanes;
        if (barrier.first_epoch == 0) barrier.first_epoch = at.state.checks.epoch;
        word.pending -= options.count;
        if (options.drop) word.expected -= std::min<u64>(options.count, word.expected);
        if (!options.no_complete || !word.complete()) return "";
        return fmt::format("mbarrier.arrive.noComplete completes the phase of {}, which it must not",
                           at_byte(at.offset));
    });
}

bool change_mbarrier_bytes(const MbarrierAccess& at, s64 bytes) {
    return update(at, [&](Mbarrier& barrier, MbarrierWord& word) -> std::string {
        const s64 sum = word.bytes + bytes;
        if (sum > MbarrierWord::kMostBytes || sum < -MbarrierWord::kMostBytes)
            return fmt::format("{} would wait for {} bytes: at most {} can be announced", at_byte(at.offset),
                               sum, MbarrierWord::kMostBytes);
        word.bytes = sum;
        barrier.copies = true;
        return "";
    });
}

std::string describe_mbarriers(const Worker& worker, const Block& block) {
    std::string text;
    if (block.async == nullptr) return text;
    for (const auto& [offset, barrier] : block.async->mbarriers) {
        if (!barrier.waiting) continue;
        const MbarrierWord word = MbarrierWord::unpack(barrier.word);
        text += fmt::format(" T{}, initialised at {}, has {} of {} to come", at_byte(offset).substr(1),
                            place_of(worker, barrier.init_op), count_of(word.pending, "arrival"),
                            u64{word.expected});
        if (word.bytes > 0)
            text += fmt::format(" and {} of copies", count_of(static_cast<u64>(word.bytes), "byte"));
        if (word.bytes < 0)
            text += fmt::format(" and {} more of copies than were announced",
                                count_of(static_cast<u64>(-word.bytes), "byte"));
        text += fmt::format(", in a phase of parity {}; it is waited for at {}.", u64{word.odd},
                            place_of(worker, barrier.waiting_op));
    }
    return text;
}

namespace {

// The phase waits for one more arrival.
bool expect_arrival(const MbarrierAccess& at) {
    return update(at, [&](Mbarrier&, MbarrierWord& word) -> std::string {
        if (word.pending == MbarrierWord::kMostArrivals)
            return at_byte(at.offset) + " has as many arrivals to come as one can have";
        ++word.pending;
        return "";
    });
}

// Sets `over` to whether the phase of the given parity is over; if it is not, notes that a thread waits for it.
bool poll(const MbarrierAccess& at, bool odd, bool& over) {
    const Mbarrier* const found = find(at);
    if (found == nullptr) return false;
    if (MbarrierWord::unpack(found->word).odd == u64{odd}) land_copies(at.state, at.offset);
    if (at.state.worker->status != Status::Ok) return false;
    Mbarrier* const barrier = find(at);
    if (barrier == nullptr) return false;
    over = MbarrierWord::unpack(barrier->word).odd != u64{odd};
    if (over) {
        check::pass_mbarrier(at.state.checks, barrier->order, at.offset);
        check::meet(at.state.block->checks.cluster);
    } else {
        barrier->waiting = true;
        barrier->waiting_op = at.op->index;
    }
    return true;
}

// Calls act(lane, access) for every lane in order, as long as it returns true. prepare checks the addresses.
template <class Act>
const Op* each_mbarrier(Warp& warp, const Op* op, generic::Prepare prepare, Act act) {
    WarpState& state = *warp.state;
    cost::OpCounters& counters = state.worker->counters[op->index];
    const cost::OpCounters before = counters;
    generic::Access access;
    if (!prepare(warp, op, sizeof(u64), access)) return nullptr;
    counters = before;  // mbarriers have a unit of their own: no request of the load/store unit
    for (const u32 lane : Lanes(warp.exec)) {
        Block& owner = owner_of(state, access.at(lane));
        const u32 offset = static_cast<u32>(access.at(lane) - owner.checks.shared);
        const bool far = &owner != state.block;
        const MbarrierAccess at{far ? *owner.warps[0] : state, op, thread_of(state, lane), offset,
                                far ? &state : nullptr};
        if (!act(lane, at)) return nullptr;
    }
    return op + 1;
}

const Op* mbarrier_init(Warp& warp, const Op* op) {
    const auto init = [&](u32 lane, const MbarrierAccess& at) -> bool {
        const u32 count = row<u32>(warp, op->slot[1])[lane];
        if (count == 0 || count > MbarrierWord::kMostArrivals)
            return refuse(at, fmt::format("mbarrier.init with a count of {}: it must be 1 to {}", count,
                                          MbarrierWord::kMostArrivals));
        Mbarrier& barrier = async_of(at.state).mbarriers[at.offset];
        barrier = {.init_op = op->index};
        MbarrierWord word;
        word.pending = word.expected = count;
        store(at, barrier, word);
        return true;
    };
    return each_mbarrier(warp, op, generic::prepare_shared<Kind::Store>, init);
}

const Op* mbarrier_invalidate(Warp& warp, const Op* op) {
    return each_mbarrier(warp, op, generic::prepare_shared<Kind::Atomic>, [](u32, const MbarrierAccess& at) {
        land_copies(at.state, at.offset);
        return find(at) != nullptr && async_of(at.state).mbarriers.erase(at.offset) != 0;
    });
}

// slot[1]: the count of arrivals, or with kExpectBytes the number of bytes.
const Op* mbarrier_arrive(Warp& warp, const Op* op) {
    u64* const state_before = row<u64>(warp, op->slot[0]);
    const u32* operand = row<u32>(warp, op->slot[1]);
    const bool expects = (op->width & kExpectBytes) != 0;
    return each_mbarrier(warp, op, generic::prepare_shared<Kind::Atomic>,
                         [&](u32 lane, const MbarrierAccess& at) {
                             const ArriveOptions options{.count = expects ? 1 : operand[lane],
                                                         .expect_bytes = expects ? operand[lane] : 0,
                                                         .drop = (op->width & kDrop) != 0,
                                                         .no_complete = (op->width & kNoComplete) != 0};
                             return arrive_at_mbarrier(at, options, state_before[lane]);
                         });
}

const Op* mbarrier_change_bytes(Warp& warp, const Op* op) {
    const u32* operand = row<u32>(warp, op->slot[1]);
    const s64 sign = (op->width & kRemoveBytes) != 0 ? -1 : 1;
    return each_mbarrier(
        warp, op, generic::prepare_shared<Kind::Atomic>,
        [&](u32 lane, const MbarrierAccess& at) { return change_mbarrier_bytes(at, sign * operand[lane]); });
}

const Op* mbarrier_test(Warp& warp, const Op* op) {
    u32 over_mask = 0;
    const auto test = [&](u32 lane, const MbarrierAccess& at) {
        const bool odd = op->width != 0 ? (row<u32>(warp, op->slot[1])[lane] & 1u) != 0
                                        : MbarrierWord::unpack(row<u64>(warp, op->slot[1])[lane]).odd;
        bool over = false;
        const bool ok = poll(at, odd, over);
        over_mask |= static_cast<u32>(over) << lane;
        return ok;
    };
    const Op* const next = each_mbarrier(warp, op, generic::prepare_shared<Kind::Atomic>, test);
    if (next == nullptr) return nullptr;
    generic::store_mask(warp.rows, op->slot[0], warp.exec, over_mask);
    // A thread that has to wait gives up its turn at the loop's next backward branch, and others run.
    if (over_mask != warp.exec) warp.state->fuel = 0;
    return next;
}

const Op* mbarrier_pending_count(Warp& warp, const Op* op) {
    for (const u32 lane : Lanes(warp.exec))
        row<u32>(warp, op->slot[0])[lane] = MbarrierWord::unpack(row<u64>(warp, op->slot[1])[lane]).pending;
    return op + 1;
}

const Op* copy_async_arrive(Warp& warp, const Op* op) {
    return each_mbarrier(warp, op, generic::prepare_shared<Kind::Atomic>,
                         [&](u32 lane, const MbarrierAccess& at) {
                             if (op->width == 0 && !expect_arrival(at)) return false;
                             async_of(at.state).arrivals.push_back(
                                 {&at.state, lane, at.state.last_copy, at.offset, op->index});
                             return true;
                         });
}

constexpr Binding kMbarrierBindings[] = {
    {"~mbarrier.init", mbarrier_init},
    {"~mbarrier.inval", mbarrier_invalidate},
    {"~mbarrier.change_bytes", mbarrier_change_bytes},
    {"~mbarrier.arrive", mbarrier_arrive},
    {"~mbarrier.test", mbarrier_test},
    {"~mbarrier.pending_count", mbarrier_pending_count},
    {"~copy_async.arrive", copy_async_arrive},
};

}  // namespace

std::span<const Handler> mbarrier_handlers() { return handlers<isa::mbarrier_forms, kMbarrierBindings>(); }

}  // namespace simt::exec
