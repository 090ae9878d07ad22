// What to say when every thread of a block waits: at which barriers and warp-level operations, how many, and where in the
// program.
#include "emulator/exec/deadlock.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "emulator/check/check.hpp"
#include "emulator/exec/async/async_state.hpp"
#include "emulator/exec/async/mbarrier.hpp"
#include "emulator/exec/launch_summary.hpp"
#include "emulator/exec/source_places.hpp"
#include "emulator/exec/warp.hpp"

namespace simt::exec {

namespace {

std::string threads(u32 count) { return std::to_string(count) + (count == 1 ? " thread" : " threads"); }

// Where the threads that wait at a barrier are: " (16 at line 12 of k.cu …)", by place.
std::string waiting_places(const Worker& worker, const Block& block, u32 barrier) {
    std::map<u32, u32> waiting;  // by op
    for (const auto& warp : block.warps)
        for (const Split& split : warp->splits)
            if (split.state == SplitState::AtBarrier && split.barrier == barrier)
                waiting[split.pc->index] += static_cast<u32>(std::popcount(split.mask));
    std::string text;
    for (const auto& [op, count] : waiting)
        text += (text.empty() ? " (" : ", ") + std::to_string(count) + " at " +
                place_of(*worker.launch->kernel, worker.code->info[op].source);
    return text.empty() ? "" : text + ")";
}

std::string block_name(const Block& block) {
    return "block (" + std::to_string(block.index.x) + "," + std::to_string(block.index.y) + "," +
           std::to_string(block.index.z) + ")";
}

// The instruction at an op, or of those that follow it the first one with a source line: joining points stand for no
// instruction, and the compiler's own moves have no line.
const ptx::Instruction* next_with_line(const Code& code, u32 op) {
    constexpr u32 kNear = 16;
    const ptx::Instruction* first = nullptr;
    for (u32 k = op; k < code.info.size() && (first == nullptr || k < op + kNear); ++k) {
        const ptx::Instruction* const source = code.info[k].source;
        if (source == nullptr) continue;
        if (first == nullptr) first = source;
        if (!source->places.empty() && source->places[0].line != 0) return source;
    }
    return first;
}

// " 16 threads wait at line 14 of k.cu for lanes of their warp …;": those that have come to the end of a branch, and others not.
std::string joining_places(const Worker& worker, const Block& block) {
    std::map<std::string, u32> arrived;  // by place
    for (const auto& warp : block.warps)
        for (const Split& split : warp->splits)
            if (split.state == SplitState::Waiting && split.mask != 0)
                arrived[place_of(*worker.launch->kernel, next_with_line(*worker.code, split.pc->index))] +=
                    static_cast<u32>(std::popcount(split.mask));
    std::string text;
    for (const auto& [place, count] : arrived)
        text += " " + threads(count) + (count == 1 ? " waits" : " wait") + " at " + place +
                " for lanes of the same warp, which took the other way at a branch;";
    return text;
}

// " 31 threads in the loop at line 7 of k.cu, 1 thread …" for the threads that can run.
std::string running_places(const Worker& worker, const Block& block, const char* where) {
    std::map<std::string, u32> running;  // by place
    for (const auto& warp : block.warps) {
        for (const Split& split : warp->splits) {
            if (split.state != SplitState::Ready) continue;
            running[place_of(*worker.launch->kernel, next_with_line(*worker.code, split.pc->index))] +=
                static_cast<u32>(std::popcount(split.mask));
        }
    }
    std::string text;
    for (const auto& [place, count] : running) text += " " + threads(count) + " " + where + " " + place + ",";
    if (!text.empty()) text.pop_back();
    return text;
}

// The load of the grid's barrier that the split goes round, from its op on; nullptr: it waits for something else.
const Op* grid_barrier_load(const Worker& worker, const Split& split) {
    constexpr std::size_t kNear = 32;
    const std::vector<Op>& ops = worker.code->ops;
    const std::size_t first = static_cast<std::size_t>(split.pc - ops.data());
    const u32 lane = static_cast<u32>(std::countr_zero(split.mask));
    for (std::size_t k = first; k < std::min(first + kNear, ops.size()); ++k) {
        const ptx::Instruction* const source = worker.code->info[k].source;
        const Op& op = ops[k];
        if (source == nullptr || !source->is(isa::Memory::Load) || (op.detail & kStrong) == 0 ||
            (op.detail & kAddress64) == 0)
            continue;
        const u64 base = reinterpret_cast<const u64*>(split.frame->rows + op.slot[kAddressSlot])[lane];
        const u64 offset = base + static_cast<u64>(op.immediate) - worker.launch->grid_workspace;
        return offset < kGridWorkspaceBytes ? &op : nullptr;
    }
    return nullptr;
}

}  // namespace

void check_grid_barrier(const Worker& worker, const Block& block) {
    if (worker.launch->grid_workspace == 0) return;
    for (const auto& warp : block.warps)
        for (const Split& split : warp->splits) {
            if (split.state != SplitState::Ready) continue;
            if (const Op* const load = grid_barrier_load(worker, split)) {
                check::endless_grid_barrier(warp->checks, load,
                                            static_cast<u32>(std::countr_zero(split.mask)));
                return;
            }
        }
}

std::string describe_runaway(const Worker& worker, const Block& block) {
    return "stopped after " + std::to_string(worker.launch->options.max_instructions) +
           " warp instructions (--max-instructions); " + block_name(block) + " has" +
           running_places(worker, block, "at") +
           ". If a loop there does not end, look at what its condition waits for; otherwise allow more";
}

std::string describe_endless_wait(const Worker& worker, const Block& block) {
    const u32 resident = worker.launch->config->resident_blocks;
    const std::string text =
        block_name(block) + " waits for ever:" + running_places(worker, block, "in the loop at") + ".";
    if (const std::string mbarriers = describe_mbarriers(worker, block); !mbarriers.empty())
        return text + mbarriers + " No thread that could arrive there, and no copy, is on its way any more";
    return text +
           " They read memory that no thread changes any more. A block can only wait for blocks that run "
           "with "
           "it: here those before it and the next ones, up to the " +
           std::to_string(resident) + " that a GPU of this kind holds at once for this kernel";
}

std::string describe_deadlock(const Worker& worker, const Block& block) {
    std::string text = "deadlock in " + block_name(block) + ":";
    for (u32 number = 0; number <= kClusterBarrier; ++number) {
        const Barrier& barrier = block.barriers[number];
        if (barrier.arrived == 0) continue;
        const u32 expected = barrier.expected != 0 ? barrier.expected : block.live_threads;
        text += (number == kClusterBarrier ? " barrier.cluster" : " barrier " + std::to_string(number)) +
                " has " + std::to_string(barrier.arrived) + " of " + threads(expected) +
                waiting_places(worker, block, number) + ";";
    }
    for (const auto& warp : block.warps) {
        for (const Split& split : warp->splits) {
            if (split.state != SplitState::AtCollective) continue;
            const u32 waiting = static_cast<u32>(std::popcount(split.mask));
            text += " " + threads(waiting) + " of warp " + std::to_string(warp->checks.number) +
                    (waiting == 1 ? " waits" : " wait") + " for other lanes of the mask at " +
                    place_of(*worker.launch->kernel, worker.code->info[split.pc->index].source) + ";";
        }
    }
    text += joining_places(worker, block);
    text.back() = '.';
    return text + " Every thread of the block, or of the operation's mask, has to get there";
}

}  // namespace simt::exec
