// Starts the blocks of one worker and runs each of them warp by warp until it ends. Blocks that wait for each other take turns.
//
// One block runs at a time as long as it makes progress. When its threads only read memory, they may be waiting for the next
// block, so the worker starts that one beside it, up to LaunchConfig::resident_blocks at once. A launch that finishes on a GPU
// therefore finishes here too.
#include "emulator/exec/block_run.hpp"

#include <algorithm>
#include <cstring>
#include <random>

#include "emulator/check/check.hpp"
#include "emulator/exec/async/copies.hpp"
#include "emulator/exec/barriers.hpp"
#include "emulator/exec/calls.hpp"
#include "emulator/exec/deadlock.hpp"
#include "emulator/exec/splits.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/exec/table.hpp"
#include "emulator/exec/tracer.hpp"

namespace simt::exec {

namespace {

// In a sweep each warp of a block goes round its loop some hundred times. Sweeps in which the block only reads memory are counted:
// after kImpatientSweeps another block starts beside it, after kIdleSweeps it counts as waiting for ever.
constexpr u32 kImpatientSweeps = 2;
constexpr u32 kIdleSweeps = 4096;
// In random order this many blocks run at once, and one more starts after this many turns of every warp without progress.
constexpr std::size_t kMixedBlocks = 8;
constexpr u32 kImpatientTurns = 64;
// Random order: a warp may spend this many turns in a loop that may be waiting before the block counts as waiting for ever.
constexpr u32 kIdleRounds = 32 * kIdleSweeps;

std::unique_ptr<Block> make_place(Worker& worker) {
    const LaunchContext& launch = *worker.launch;
    auto block = std::make_unique<Block>();
    block->shared_storage.assign(launch.shared_bytes + 64, 0);
    check::BlockChecks& checks = block->checks;
    checks.worker = &worker.checks;
    checks.shared = block->shared_storage.data();
    checks.shared_bytes = launch.shared_bytes;
    const u64 warps = (launch.config.block.count() + kLanes - 1) / kLanes;
    for (u64 w = 0; w < warps; ++w) {
        block->warps.push_back(std::make_unique<WarpState>());
        WarpState& warp = *block->warps.back();
        warp.worker = &worker;
        warp.block = block.get();
        warp.warp.state = &warp;
        warp.checks.worker = &worker.checks;
        warp.checks.block = &checks;
        warp.checks.number = static_cast<u32>(w);
        checks.warps.push_back(&warp.checks);
    }
    handler_of(isa::id("~enter_reads"))(block->warps[0]->warp, nullptr);
    check::prepare_place(checks);
    return block;
}

void begin_block(Worker& worker, Block& block, u64 linear) {
    const LaunchConfig& config = worker.launch->config;
    block.checks.linear = linear;
    block.index = config.grid.index_of(linear);
    block.checks.threads = block.live_threads = static_cast<u32>(config.block.count());
    block.clock = 0;
    block.idle = 0;
    block.async.reset();
    for (Barrier& barrier : block.barriers) barrier = Barrier{};
    // Every block starts with the same bytes, for any number of host threads. The bytes of cooperative groups start as zeros.
    std::memset(block.checks.shared, 0xff, block.checks.shared_bytes);
    std::memset(block.checks.shared + worker.code->reserved_begin, 0,
                worker.code->reserved_end - worker.code->reserved_begin);
    check::begin_block(block.checks);
    for (auto& held : block.warps) {
        WarpState& warp = *held;
        const bool traced = worker.tracer != nullptr && worker.tracer->wants(linear, warp.checks.number);
        warp.tracer = traced ? worker.tracer : nullptr;
        warp.arrived = {};
        restart_frames(warp);
        warp.copies.clear();
        std::fill(std::begin(warp.copy_groups), std::end(warp.copy_groups), 0u);
        ensure_local(warp, warp.kernel_frame->function->local_bytes);
        start_warp(warp, lanes_of(block, warp.checks.number), warp.kernel_frame,
                   worker.code->ops.data() + warp.kernel_frame->function->entry);
    }
}

void end_block(Worker& worker, Block& block) {
    // A copy that nobody waited for must not mark the shared memory of the next block in this place.
    for (const auto& warp : block.warps) finish_copies(*warp, kAllLanes, -1);
    check::end_block(block.checks);
    worker.warps_run += block.warps.size();
    for (const auto& warp : block.warps) {
        worker.divergent_warps += warp->diverged;
        worker.longest_warp = std::max(worker.longest_warp, warp->ran);
    }
    if (worker.launch->options.blocks_done != nullptr) ++*worker.launch->options.blocks_done;
}

// The running blocks, in the order in which they began, and spare Block objects for more.
class RunningBlocks {
  public:
    explicit RunningBlocks(Worker& worker) : worker_(worker), random_(worker.launch->options.seed) {
        if (worker.launch->in_turns) most_ = std::max(worker.launch->config.resident_blocks, 1u);
    }

    void run() {
        const LaunchContext& launch = *worker_.launch;
        while (launch.config.cooperative && start()) {
        }
        while (worker_.status == Status::Ok) {
            while (launch.options.random_schedule && running_.size() < kMixedBlocks && start()) {
            }
            if (running_.empty() && !start()) return;
            if (launch.options.random_schedule)
                random_turn();
            else
                every_turn();
        }
    }

  private:
    // Blocks start in order: when one of them ends the launch, all earlier ones have begun and will finish.
    bool start() {
        if (running_.size() >= most_ || no_more_) return false;
        const u64 linear = worker_.launch->next_block++;
        no_more_ = linear >= worker_.launch->end_block;
        if (no_more_) return false;
        if (spare_.empty()) {
            worker_.places.push_back(make_place(worker_));
            spare_.push_back(worker_.places.back().get());
        }
        running_.push_back(spare_.back());
        spare_.pop_back();
        begin_block(worker_, *running_.back(), linear);
        return true;
    }

    // Gives every warp of every running block a turn.
    void every_turn() {
        bool all_idle = true;
        for (std::size_t k = 0; k < running_.size();) {
            Block& block = *running_[k];
            bool ran = false;
            worker_.progressed = false;
            for (auto& warp : block.warps) ran |= turn(*warp);
            if (worker_.status == Status::Ok) settle(block, ran);
            if (worker_.status != Status::Ok) return;
            all_idle &= block.idle >= kImpatientSweeps;
            if (block.live_threads == 0)
                finish(k);
            else
                ++k;
        }
        if (running_.empty() || !all_idle || start()) return;
        if (std::ranges::all_of(running_, [](const Block* block) { return block->idle >= kIdleSweeps; }))
            give_up(*running_.front());
    }

    // Runs one warp until it waits or its turn is over. Returns false if it cannot run.
    bool turn(WarpState& warp) {
        static const Handler run = handler_of(isa::id("~run"));
        if (worker_.status != Status::Ok) return false;
        const Op* const op = resume(warp);
        if (op == nullptr) return false;
        const u64 before = warp.block->clock;
        run(warp.warp, op);
        const u64 most = worker_.launch->options.max_instructions, ran = warp.block->clock - before;
        warp.ran += ran;
        if (most != 0 && worker_.status == Status::Ok && (worker_.launch->instructions += ran) > most)
            stop(warp, Status::Timeout, describe_runaway(worker_, *warp.block));
        return true;
    }

    // Called after turns of a block's warps: releases barriers, and detects that no warp can go on.
    void settle(Block& block, bool ran) {
        if (release_barriers(block) || worker_.progressed) {
            for (Block* any : running_) any->idle = 0;
        } else if (!ran && block.live_threads != 0) {
            stop(*block.warps[0], Status::Trap, describe_deadlock(worker_, block));
        } else {
            ++block.idle;
        }
    }

    // Gives a random warp of a random block a turn. If that warp cannot run, settles all blocks.
    void random_turn() {
        const std::size_t k = random_() % running_.size();
        Block& block = *running_[k];
        WarpState& warp = *block.warps[random_() % block.warps.size()];
        worker_.progressed = false;
        // Mostly short turns: a race depends on what other warps do between two instructions.
        warp.steps = 1 + random_() % (random_() % 4 == 0 ? 400 : 12);
        warp.mix = random_();
        warp.waited = false;
        if (turn(warp)) {
            warp.steps = 0;
            if (worker_.status != Status::Ok) return;
            // A turn that ends in the middle of a computation counts neither as progress nor as waiting.
            if (worker_.progressed)
                turns_without_progress_ = 0;
            else if (warp.waited)
                ++turns_without_progress_;
            if (turns_without_progress_ > u64{kImpatientTurns} * block.warps.size() * running_.size() &&
                start())
                turns_without_progress_ = 0;
            if (block.live_threads == 0) finish(k);
            if (turns_without_progress_ > u64{kIdleRounds} * block.warps.size() * running_.size())
                give_up(block);
            return;
        }
        warp.steps = 0;
        if (worker_.status != Status::Ok) return;
        for (std::size_t each = 0; each < running_.size(); ++each) {
            const bool can_run =
                std::ranges::any_of(running_[each]->warps, [](const auto& held) { return is_ready(*held); });
            worker_.progressed = can_run;
            settle(*running_[each], can_run);
            if (worker_.status != Status::Ok) return;
        }
    }

    void give_up(Block& block) {
        const bool at_grid_barrier =
            running_.size() < worker_.launch->config.grid.count() && check_grid_barrier(worker_, block);
        stop(*block.warps[0], Status::Trap, describe_endless_wait(worker_, block, at_grid_barrier));
    }

    void finish(std::size_t k) {
        end_block(worker_, *running_[k]);
        spare_.push_back(running_[k]);
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(k));
    }

    Worker& worker_;
    std::mt19937_64 random_;
    std::size_t most_ = 1;  // blocks at once
    bool no_more_ = false;
    u64 turns_without_progress_ = 0;  // in random order
    std::vector<Block*> running_, spare_;
};

}  // namespace

void prepare_worker(Worker& worker, LaunchContext& launch) {
    worker.launch = &launch;
    worker.code = &launch.code;
    worker.parameters = launch.config.parameters.data();
    worker.counters.resize(launch.code.ops.size());
    worker.cache.resize(launch.code.ops.size());
    worker.patterns.prepare(launch.code.ops.size(), launch.options.models);
    worker.spare_frames.resize(launch.code.functions.size());
}

void run_blocks(Worker& worker) { RunningBlocks(worker).run(); }

}  // namespace simt::exec
