// See deadlock.hpp.
#include "emulator/exec/deadlock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <span>

#include "emulator/check/check.hpp"
#include "emulator/exec/async/mbarrier.hpp"
#include "emulator/exec/source_places.hpp"

namespace simt::exec {

namespace {

std::string threads(u32 count) { return std::to_string(count) + (count == 1 ? " thread" : " threads"); }

u32 count_of(const Split& split) { return static_cast<u32>(std::popcount(split.mask)); }

// Counts the block's threads by where(split), over the splits for which meant(split) holds.
template <class Meant, class Where>
auto count_threads(const Block& block, Meant meant, Where where) {
    std::map<decltype(where(Split())), u32> count;
    for (const auto& warp : block.warps)
        for (const Split& split : warp->splits)
            if (split.mask != 0 && meant(split)) count[where(split)] += count_of(split);
    return count;
}

// " (16 at line 12 of k.cu …)" for the threads that wait at a barrier.
std::string waiting_places(const Worker& worker, const Block& block, u32 barrier) {
    std::string text;
    for (const auto& [op, count] : count_threads(
             block,
             [&](const Split& split) {
                 return split.state == SplitState::AtBarrier && split.barrier == barrier;
             },
             [](const Split& split) { return split.pc->index; }))
        text += fmt::format("{}{} at {}", text.empty() ? " (" : ", ", count, place_of(worker, op));
    return text.empty() ? "" : text + ")";
}

// The source line of the split's op, or of the next op that has one. Ops that reconverge lanes stand for no instruction, and
// the compiler's own moves have no line.
std::string place_of(const Worker& worker, const Split& split) {
    constexpr std::size_t kNear = 16;
    const ptx::Instruction* first = nullptr;
    const std::vector<OpInfo>& info = worker.code->info;
    for (std::size_t k = split.pc->index;
         k < info.size() && (first == nullptr || k < split.pc->index + kNear); ++k) {
        const ptx::Instruction* const source = info[k].source;
        if (first == nullptr) first = source;
        if (source == nullptr || source->places.empty() || source->places[0].line == 0) continue;
        first = source;
        break;
    }
    return place_of(worker.launch->kernel, first);
}

// Records the finding at the first split in one of the states, in their order. A warp whose lanes are not all in that state comes
// before the others: there a branch keeps some of them away.
void record_waiting(const Worker& worker, Block& block, check::Fault fault,
                    std::initializer_list<SplitState> states) {
    const std::vector<OpInfo>& info = worker.code->info;
    for (const SplitState state : states)
        for (const bool divided : {true, false})
            for (auto& warp : block.warps)
                for (const Split& split : warp->splits) {
                    if (split.state != state || split.mask == 0) continue;
                    if (divided && split.mask == warp->checks.live) continue;
                    const Op* op = split.pc;
                    // As place_of: the next op that has a line, or else an instruction.
                    const auto has_line = [&](const Op& at) {
                        const ptx::Instruction* const source = info[at.index].source;
                        return source != nullptr && !source->places.empty() && source->places[0].line != 0;
                    };
                    constexpr std::size_t kNear = 16;
                    const std::span near = std::span(worker.code->ops).subspan(op->index);
                    const auto found =
                        std::ranges::find_if(near.first(std::min(kNear, near.size())), has_line);
                    if (found != near.end() && has_line(*found)) op = &*found;
                    while (info[op->index].source == nullptr && op->index + 1 < info.size()) ++op;
                    return check::record_fault(warp->checks, op, fault, check::Space::None,
                                               static_cast<u32>(std::countr_zero(split.mask)), 0, 0, false);
                }
}

// Counts the threads of the splits in one state by their source line.
std::map<std::string, u32> places(const Worker& worker, const Block& block, SplitState state) {
    return count_threads(
        block, [=](const Split& split) { return split.state == state; },
        [&](const Split& split) { return place_of(worker, split); });
}

// " 31 threads in the loop at line 7 of k.cu, 1 thread …" for the threads that can run.
std::string running_places(const Worker& worker, const Block& block, const char* where) {
    std::string text;
    for (const auto& [place, count] : places(worker, block, SplitState::Ready))
        text += fmt::format("{} {} {} {}", text.empty() ? "" : ",", threads(count), where, place);
    return text;
}

// The load with which the split waits at the grid's barrier; nullptr: it waits for something else.
const Op* grid_barrier_load(const Worker& worker, const Split& split) {
    constexpr std::size_t kNear = 32;
    const std::vector<Op>& ops = worker.code->ops;
    const std::size_t first = split.pc->index;
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

bool check_grid_barrier(const Worker& worker, const Block& block) {
    if (worker.launch->grid_workspace == 0) return false;
    for (const auto& warp : block.warps)
        for (const Split& split : warp->splits) {
            if (split.state != SplitState::Ready) continue;
            if (const Op* const load = grid_barrier_load(worker, split)) {
                check::endless_grid_barrier(warp->checks, load,
                                            static_cast<u32>(std::countr_zero(split.mask)));
                return worker.checks.wanted.synchronisation;
            }
        }
    return false;
}

std::string describe_runaway(const Worker& worker, Block& block) {
    record_waiting(worker, block, check::Fault::Runaway, {SplitState::Ready});
    return fmt::format(
        "stopped after {} warp instructions{}; {} has{}. If a loop there does not end, look at what its "
        "condition "
        "waits for",
        worker.launch->options.max_instructions,
        worker.launch->options.by_simt ? " (--max-instructions)" : "", name_of(block),
        running_places(worker, block, "at"));
}

std::string describe(const std::vector<PolledMemory>& polled, const memory::AddressSpace& space) {
    const PolledMemory& first = polled.front();
    const memory::Allocation* const in = space.find(first.address);
    u64 value = 0;
    std::memcpy(&value, first.value.data(), std::min<std::size_t>(first.width, sizeof value));
    std::string text = fmt::format("a change of the {} bytes at {:#x}{}, which hold {:#x}", first.width,
                                   first.address, in != nullptr ? " (" + in->description() + ")" : "", value);
    if (polled.size() > 1)
        text += fmt::format(", or of {} other place{}", polled.size() - 1, polled.size() == 2 ? "" : "s");
    return text;
}

std::string describe_polling(const Worker& worker, const Block& block) {
    return fmt::format("{} waits:{}", name_of(block), running_places(worker, block, "in the loop at"));
}

std::string describe_endless_wait(const Worker& worker, Block& block, bool at_grid_barrier,
                                  const std::string& outside) {
    if (!at_grid_barrier) record_waiting(worker, block, check::Fault::EndlessWait, {SplitState::Ready});
    const std::string text =
        fmt::format("{} waits for ever:{}.", name_of(block), running_places(worker, block, "in the loop at"));
    if (const std::string mbarriers = describe_mbarriers(worker, block); !mbarriers.empty())
        return text + mbarriers + " No thread that could arrive there, and no copy, is on its way any more";
    const LaunchConfig& config = worker.launch->config;
    const std::string blocks = fmt::format(
        " A block can only wait for blocks that run with it: here those before it and the next "
        "ones, up to the {} that a GPU of this kind holds at once for this kernel",
        config.resident_blocks);
    if (outside.empty()) return text + " They read memory that no thread changes any more." + blocks;
    return fmt::format("{} {}{}", text, outside,
                       config.grid.count() > config.resident_blocks ? "." + blocks : "");
}

std::string describe_deadlock(const Worker& worker, Block& block) {
    record_waiting(worker, block, check::Fault::Deadlock,
                   {SplitState::AtBarrier, SplitState::AtCollective, SplitState::Waiting});
    std::string text = "deadlock in " + name_of(block) + ":";
    for (u32 number = 0; number <= kClusterBarrier; ++number) {
        const Barrier& barrier = block.barriers[number];
        if (barrier.arrived == 0) continue;
        text += fmt::format(
            " {} has {} of {}{};",
            number == kClusterBarrier ? "barrier.cluster" : "barrier " + std::to_string(number),
            barrier.arrived, threads(barrier.expected != 0 ? barrier.expected : block.live_threads),
            waiting_places(worker, block, number));
        for (const Block* other : block.cluster->blocks)
            if (number == kClusterBarrier && other != &block && other->live_threads != 0)
                text += fmt::format(" of {}, in the same cluster, {} of {} are there;", name_of(*other),
                                    other->barriers[number].arrived, threads(other->live_threads));
    }
    if (const std::string places = waiting_places(worker, block, kWarpgroupBarrier); !places.empty())
        text +=
            " some of the four warps of a warpgroup wait for the others at wgmma.mma_async" + places + ";";
    for (const auto& warp : block.warps)
        for (const Split& split : warp->splits)
            if (split.state == SplitState::AtCollective)
                text +=
                    fmt::format(" {} of warp {} {} for other lanes of the mask at {};",
                                threads(count_of(split)), warp->checks.number,
                                count_of(split) == 1 ? "waits" : "wait", place_of(worker, split.pc->index));
    for (const auto& [place, count] : places(worker, block, SplitState::Waiting))
        text += fmt::format(" {} {} at {} for lanes of the same warp, which took the other way at a branch;",
                            threads(count), count == 1 ? "waits" : "wait", place);
    text.back() = '.';
    return text + " Every thread of the block, or of the operation's mask, has to get there";
}

}  // namespace simt::exec
