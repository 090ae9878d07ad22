// mbarriers as PTX describes them: arrivals to come, bytes of copies to come, and a phase that ends when both are zero.
//
// A program that misuses one gets a sentence here where a GPU would hang or go on with garbage.
#include "emulator/exec/async/mbarrier.hpp"
#include "emulator/exec/launch_record.hpp"

#include <algorithm>
#include <cstring>

#include "emulator/check/check.hpp"
#include "emulator/exec/async/async_state.hpp"
#include "emulator/exec/async/bulk_copy.hpp"
#include "emulator/exec/source_places.hpp"
#include "emulator/exec/stop.hpp"

namespace simt::exec {

namespace {

std::string count_of(u64 count, const char* what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string at_byte(u32 offset) {
    return "the mbarrier at byte " + std::to_string(offset) + " of shared memory";
}

u64 load_word(const WarpState& state, u32 offset) {
    u64 word;
    std::memcpy(&word, state.block->checks.shared + offset, sizeof word);
    return word;
}

// The mbarrier at an offset, or nullptr after a report that there is none.
Mbarrier* find(WarpState& state, u32 op, u32 thread, u32 offset) {
    AsyncState& async = async_of(state);
    const auto found = async.mbarriers.find(offset);
    if (found == async.mbarriers.end()) {
        stop_misuse(
            state, op, thread,
            "there is no mbarrier at byte " + std::to_string(offset) +
                " of shared memory: mbarrier.init has to come first, and a __syncthreads() behind it");
        return nullptr;
    }
    if (load_word(state, offset) != found->second.word) {
        stop_misuse(
            state, op, thread,
            at_byte(offset) + " was overwritten by an ordinary store or copy since it was initialised");
        return nullptr;
    }
    return &found->second;
}

void store(WarpState& state, u32 offset, Mbarrier& barrier, const MbarrierWord& word) {
    barrier.word = word.pack();
    std::memcpy(state.block->checks.shared + offset, &barrier.word, sizeof barrier.word);
    state.worker->progressed = true;
}

bool all_have_arrived(const Block& block, const Mbarrier& barrier) {
    return std::all_of(block.warps.begin(), block.warps.end(), [&](const auto& warp) {
        const u32 threads = block.checks.threads - warp->checks.number * kLanes;
        const u32 lanes = threads >= kLanes ? kAllLanes : (1u << threads) - 1;
        return barrier.arrived[warp->checks.number] == lanes;
    });
}

// Ends the phase if nothing is to come any more. What every thread did before it arrived is ordered before what those who
// wait for the phase do next: by epochs where all of the block have arrived, else by what each has released, which
// Block::order knows. Where copies take part, which release nothing, all that was done until now counts as ordered.
void end_phase(WarpState& state, Mbarrier& barrier, MbarrierWord& word) {
    if (!word.complete()) return;
    word.odd = !word.odd;
    word.pending = word.expected;
    barrier.waiting = false;
    if (barrier.copies) {
        barrier.order = check::end_phase(state.checks);
    } else if (all_have_arrived(*state.block, barrier)) {
        barrier.order = barrier.first_epoch;
    }
    std::fill_n(barrier.arrived, kMostWarps, 0u);
    barrier.first_epoch = 0;
    barrier.copies = false;
}

}  // namespace

bool init_mbarrier(WarpState& state, const Op* op, u32 lane, u32 offset, u32 count) {
    if (count == 0 || count > MbarrierWord::kMostArrivals) {
        stop_misuse(state, op->index, thread_of(state, lane),
                    "mbarrier.init with a count of " + std::to_string(count) + ": it must be 1 to " +
                        std::to_string(MbarrierWord::kMostArrivals));
        return false;
    }
    MbarrierWord word;
    word.pending = word.expected = count;
    Mbarrier& barrier = async_of(state).mbarriers[offset];
    barrier = Mbarrier{};
    barrier.init_op = op->index;
    store(state, offset, barrier, word);
    return true;
}

bool invalidate_mbarrier(WarpState& state, const Op* op, u32 lane, u32 offset) {
    land_copies(state, offset);
    if (find(state, op->index, thread_of(state, lane), offset) == nullptr) return false;
    async_of(state).mbarriers.erase(offset);
    return true;
}

bool arrive_at_mbarrier(WarpState& state, const Op* op, u32 lane, u32 offset, ArriveOptions options,
                        u64& state_before) {
    const u32 thread = thread_of(state, lane);
    Mbarrier* barrier = find(state, op->index, thread, offset);
    if (barrier == nullptr) return false;
    if (MbarrierWord::unpack(barrier->word).pending == 0) land_copies(state, offset);
    MbarrierWord word = MbarrierWord::unpack(barrier->word);
    state_before = barrier->word;
    if (options.expect_bytes != 0) {
        if (!change_mbarrier_bytes(state, op, lane, offset, options.expect_bytes)) return false;
        word = MbarrierWord::unpack(barrier->word);
    }
    if (options.count == 0 || options.count > word.pending) {
        stop_misuse(state, op->index, thread,
                    count_of(options.count, "arrival") + " at " + at_byte(offset) + ", which has " +
                        count_of(word.pending, "arrival") + " of " + std::to_string(word.expected) +
                        " to come in this phase");
        return false;
    }
    if (options.by_copy) barrier->copies = true;
    barrier->arrived[state.checks.number] |= 1u << lane;
    if (barrier->first_epoch == 0) barrier->first_epoch = state.checks.epoch;
    word.pending -= options.count;
    if (options.drop) word.expected -= std::min(options.count, word.expected);
    if (options.no_complete && word.complete()) {
        stop_misuse(
            state, op->index, thread,
            "mbarrier.arrive.noComplete completes the phase of " + at_byte(offset) + ", which it must not");
        return false;
    }
    end_phase(state, *barrier, word);
    store(state, offset, *barrier, word);
    return true;
}

bool expect_arrival(WarpState& state, const Op* op, u32 lane, u32 offset) {
    const u32 thread = thread_of(state, lane);
    Mbarrier* barrier = find(state, op->index, thread, offset);
    if (barrier == nullptr) return false;
    MbarrierWord word = MbarrierWord::unpack(barrier->word);
    if (word.pending == MbarrierWord::kMostArrivals) {
        stop_misuse(state, op->index, thread,
                    at_byte(offset) + " has as many arrivals to come as one can have");
        return false;
    }
    ++word.pending;
    store(state, offset, *barrier, word);
    return true;
}

bool change_mbarrier_bytes(WarpState& state, const Op* op, u32 lane, u32 offset, s64 bytes) {
    const u32 thread = thread_of(state, lane);
    Mbarrier* barrier = find(state, op->index, thread, offset);
    if (barrier == nullptr) return false;
    MbarrierWord word = MbarrierWord::unpack(barrier->word);
    const s64 sum = word.bytes + bytes;
    if (sum > MbarrierWord::kMostBytes || sum < -MbarrierWord::kMostBytes) {
        stop_misuse(state, op->index, thread,
                    at_byte(offset) + " would wait for " + std::to_string(sum) + " bytes: at most " +
                        std::to_string(MbarrierWord::kMostBytes) + " can be announced");
        return false;
    }
    word.bytes = static_cast<s32>(sum);
    barrier->copies = true;
    end_phase(state, *barrier, word);
    store(state, offset, *barrier, word);
    return true;
}

bool complete_tx(WarpState& state, u32 op_index, u32 thread, u32 offset, u32 bytes) {
    Mbarrier* barrier = find(state, op_index, thread, offset);
    if (barrier == nullptr) return false;
    MbarrierWord word = MbarrierWord::unpack(barrier->word);
    word.bytes -= static_cast<s32>(bytes);
    barrier->copies = true;
    end_phase(state, *barrier, word);
    store(state, offset, *barrier, word);
    return true;
}

bool poll_mbarrier(WarpState& state, const Op* op, u32 lane, u32 offset, bool odd, bool& over) {
    const u32 thread = thread_of(state, lane);
    const Mbarrier* found = find(state, op->index, thread, offset);
    if (found == nullptr) return false;
    if (MbarrierWord::unpack(found->word).odd == odd) land_copies(state, offset);
    if (state.worker->status != exec::Status::Ok) return false;
    Mbarrier* barrier = find(state, op->index, thread, offset);
    if (barrier == nullptr) return false;
    over = MbarrierWord::unpack(barrier->word).odd != odd;
    if (over) {
        check::pass_mbarrier(state.checks, barrier->order, offset);
    } else {
        barrier->waiting = true;
        barrier->waiting_op = op->index;
    }
    return true;
}

std::string describe_mbarriers(const Worker& worker, const Block& block) {
    std::string text;
    if (block.async == nullptr) return text;
    const auto place = [&](u32 op) { return place_of(*worker.launch->kernel, worker.code->info[op].source); };
    for (const auto& [offset, barrier] : block.async->mbarriers) {
        if (!barrier.waiting) continue;
        const MbarrierWord word = MbarrierWord::unpack(barrier.word);
        text += " T" + at_byte(offset).substr(1) + ", initialised at " + place(barrier.init_op) + ", has " +
                count_of(word.pending, "arrival") + " of " + std::to_string(word.expected) + " to come";
        if (word.bytes > 0) text += " and " + count_of(static_cast<u64>(word.bytes), "byte") + " of copies";
        if (word.bytes < 0)
            text += " and " + count_of(static_cast<u64>(-s64{word.bytes}), "byte") +
                    " more of copies than were announced";
        text += word.odd ? ", in a phase of parity 1" : ", in a phase of parity 0";
        text += "; it is waited for at " + place(barrier.waiting_op) + ".";
    }
    return text;
}

}  // namespace simt::exec
