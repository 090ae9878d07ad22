// mbarriers as PTX describes them: arrivals to come, bytes of copies to come, and a phase that ends when both are zero.
//
// A program that misuses one gets a sentence here where a GPU would hang or go on with garbage.
#include "emulator/exec/async/mbarrier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "emulator/check/check.hpp"
#include "emulator/exec/async/bulk_copy.hpp"
#include "emulator/exec/source_places.hpp"
#include "emulator/exec/stop.hpp"

namespace simt::exec {

namespace {

std::string count_of(u64 count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string at_byte(u32 offset) { return fmt::format("the mbarrier at byte {} of shared memory", offset); }

Stopped refuse(const MbarrierAccess& at, const std::string& why) {
    return stop_misuse(at.state, at.op, at.thread, why);
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

// Begins the next phase. What every thread did before it arrived is ordered before what those who wait for the phase do
// next: by epochs where all of the block have arrived, else by what each has released, which BlockChecks::order knows.
// Where copies take part, which release nothing, all that was done until now counts as ordered.
void end_phase(WarpState& state, Mbarrier& barrier, MbarrierWord& word) {
    word.odd = !word.odd;
    word.pending = word.expected;
    if (barrier.copies)
        barrier.order = check::end_phase(state.checks);
    else if (all_have_arrived(*state.block, barrier))
        barrier.order = barrier.first_epoch;
    std::fill_n(barrier.arrived, kMostWarps, 0u);
    barrier.first_epoch = 0;
    barrier.waiting = barrier.copies = false;
}

// change(barrier, word) returns what is wrong, or nothing; then the phase ends if nothing is to come any more.
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

bool init_mbarrier(const MbarrierAccess& at, u32 count) {
    if (count == 0 || count > MbarrierWord::kMostArrivals)
        return refuse(at, fmt::format("mbarrier.init with a count of {}: it must be 1 to {}", count,
                                      MbarrierWord::kMostArrivals));
    Mbarrier& barrier = async_of(at.state).mbarriers[at.offset];
    barrier = {.init_op = at.op->index};
    store(at, barrier, {.pending = count, .expected = count});
    return true;
}

bool invalidate_mbarrier(const MbarrierAccess& at) {
    land_copies(at.state, at.offset);
    if (find(at) == nullptr) return false;
    async_of(at.state).mbarriers.erase(at.offset);
    return true;
}

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
                               count_of(word.pending, "arrival"), word.expected);
        barrier.copies |= options.by_copy;
        barrier.arrived[at.thread / kLanes] |= 1u << at.thread % kLanes;
        if (barrier.first_epoch == 0) barrier.first_epoch = at.state.checks.epoch;
        word.pending -= options.count;
        if (options.drop) word.expected -= std::min(options.count, word.expected);
        if (!options.no_complete || !word.complete()) return "";
        return fmt::format("mbarrier.arrive.noComplete completes the phase of {}, which it must not",
                           at_byte(at.offset));
    });
}

bool expect_arrival(const MbarrierAccess& at) {
    return update(at, [&](Mbarrier&, MbarrierWord& word) -> std::string {
        if (word.pending == MbarrierWord::kMostArrivals)
            return at_byte(at.offset) + " has as many arrivals to come as one can have";
        ++word.pending;
        return "";
    });
}

bool change_mbarrier_bytes(const MbarrierAccess& at, s64 bytes) {
    return update(at, [&](Mbarrier& barrier, MbarrierWord& word) -> std::string {
        const s64 sum = word.bytes + bytes;
        if (sum > MbarrierWord::kMostBytes || sum < -MbarrierWord::kMostBytes)
            return fmt::format("{} would wait for {} bytes: at most {} can be announced", at_byte(at.offset),
                               sum, MbarrierWord::kMostBytes);
        word.bytes = static_cast<s32>(sum);
        barrier.copies = true;
        return "";
    });
}

bool poll_mbarrier(const MbarrierAccess& at, bool odd, bool& over) {
    const Mbarrier* const found = find(at);
    if (found == nullptr) return false;
    if (MbarrierWord::unpack(found->word).odd == odd) land_copies(at.state, at.offset);
    if (at.state.worker->status != Status::Ok) return false;
    Mbarrier* const barrier = find(at);
    if (barrier == nullptr) return false;
    over = MbarrierWord::unpack(barrier->word).odd != odd;
    if (over) {
        check::pass_mbarrier(at.state.checks, barrier->order, at.offset);
    } else {
        barrier->waiting = true;
        barrier->waiting_op = at.op->index;
    }
    return true;
}

std::string describe_mbarriers(const Worker& worker, const Block& block) {
    std::string text;
    if (block.async == nullptr) return text;
    for (const auto& [offset, barrier] : block.async->mbarriers) {
        if (!barrier.waiting) continue;
        const MbarrierWord word = MbarrierWord::unpack(barrier.word);
        text +=
            fmt::format(" T{}, initialised at {}, has {} of {} to come", at_byte(offset).substr(1),
                        place_of(worker, barrier.init_op), count_of(word.pending, "arrival"), word.expected);
        if (word.bytes > 0)
            text += fmt::format(" and {} of copies", count_of(static_cast<u64>(word.bytes), "byte"));
        if (word.bytes < 0)
            text += fmt::format(" and {} more of copies than were announced",
                                count_of(static_cast<u64>(-s64{word.bytes}), "byte"));
        text += fmt::format(", in a phase of parity {}; it is waited for at {}.", word.odd ? 1 : 0,
                            place_of(worker, barrier.waiting_op));
    }
    return text;
}

}  // namespace simt::exec
