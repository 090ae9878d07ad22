// The blocks of one worker: begun, run warp by warp until they end, and in turns where they wait for each other.
//
// One block runs at a time as long as it gets on. When its threads only look at memory, the next one starts beside it: it
// may be the one that they wait for. So what waits for another block of the grid finishes wherever a GPU, which holds
// LaunchConfig::resident_blocks at once, would finish it.
#include "emulator/exec/block_run.hpp"
#include "emulator/exec/launch_record.hpp"

#include <algorithm>
#include <cstring>
#include <random>

#include "emulator/check/check.hpp"
#include "emulator/exec/async/copies.hpp"
#include "emulator/exec/barriers.hpp"
#include "emulator/exec/deadlock.hpp"
#include "emulator/exec/frames.hpp"
#include "emulator/exec/launch.hpp"
#include "emulator/exec/splits.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/exec/table.hpp"
#include "emulator/exec/warp.hpp"
#include "emulator/isa/families.hpp"

namespace simt::exec {

namespace {

// Sweeps over a block's warps in which its threads only looked at memory: before another block starts beside it, and
// before that counts as waiting for ever. In each a warp has some hundred rounds of its loop.
constexpr u32 kImpatientSweeps = 2;
constexpr u32 kIdleSweeps = 4096;
// In random order so many blocks run at once, and more when the warps have had so many turns in vain.
constexpr std::size_t kMixedBlocks = 8;
constexpr u32 kImpatientTurns = 64;
// Turns in which it only went round a loop that may be waiting, for each warp: after so many that counts as for ever.
constexpr u32 kIdleRounds = 32 * kIdleSweeps;

std::unique_ptr<Block> make_place(Worker& worker) {
    const LaunchContext& launch = *worker.launch;
    auto block = std::make_unique<Block>();
    block->shared_storage.assign(launch.shared_bytes + 64, 0);
    check::BlockChecks& checks = block->checks;
    checks.worker = &worker.checks;
    checks.shared = block->shared_storage.data();
    checks.shared_bytes = launch.shared_bytes;
    const u64 warps = (launch.config->block.count() + kLanes - 1) / kLanes;
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
    const LaunchConfig& config = *worker.launch->config;
    block.checks.linear = linear;
    block.index = config.grid.index_of(linear);
    block.checks.threads = block.live_threads = static_cast<u32>(config.block.count());
    block.clock = 0;
    block.idle = 0;
    block.async.reset();
    for (Barrier& barrier : block.barriers) barrier = Barrier{};
    // The same for every block and any number of host threads; what cooperative groups keep there is zero at first.
    std::memset(block.checks.shared, 0xff, block.checks.shared_bytes);
    std::memset(block.checks.shared + worker.code->reserved_begin, 0,
                worker.code->reserved_end - worker.code->reserved_begin);
    check::begin_block(block.checks);
    for (auto& held : block.warps) {
        WarpState& warp = *held;
        restart_frames(warp);
        warp.copies.clear();
        std::fill(std::begin(warp.copy_groups), std::end(warp.copy_groups), 0u);
        ensure_local(warp, warp.kernel_frame->function->local_bytes);
        start_warp(warp, lanes_of(block, warp.checks.number), warp.kernel_frame,
                   worker.code->ops.data() + warp.kernel_frame->function->entry);
    }
}

void end_block(Worker& worker, Block& block) {
    // Copies that nobody waited for: the next block in this place finds none of their marks.
    for (const auto& warp : block.warps) finish_copies(*warp, kAllLanes, -1);
    check::end_block(block.checks);
    worker.warps_run += block.warps.size();
    for (const auto& warp : block.warps) worker.divergent_warps += warp->diverged;
}

// The blocks that are on their way, in the order in which they began, and the places for more.
class RunningBlocks {
  public:
    RunningBlocks(Worker& worker, const std::function<u64()>& next, u64 blocks)
        : worker_(worker), next_(next), blocks_(blocks), random_(worker.launch->options.seed) {
        if (worker.launch->in_turns) most_ = std::max(worker.launch->config->resident_blocks, 1u);
    }

    void run() {
        const LaunchContext& launch = *worker_.launch;
        if (launch.config->cooperative)
            while (start()) {
            }
        for (;;) {
            if (launch.options.random_schedule)
                while (running_.size() < kMixedBlocks && start()) {
                }
            if (running_.empty() && !start()) return;
            if (launch.options.random_schedule)
                random_turn();
            else
                every_turn();
            if (worker_.status != exec::Status::Ok) return;
        }
    }

  private:
    bool start() {
        if (running_.size() >= most_ || no_more_) return false;
        const u64 linear = next_();
        if (linear >= blocks_) {
            no_more_ = true;
            return false;
        }
        if (spare_.empty()) {
            worker_.places.push_back(make_place(worker_));
            spare_.push_back(worker_.places.back().get());
        }
        running_.push_back(spare_.back());
        spare_.pop_back();
        begin_block(worker_, *running_.back(), linear);
        return true;
    }

    // A turn for every warp of every block that runs.
    void every_turn() {
        bool all_idle = true;
        for (std::size_t k = 0; k < running_.size();) {
            Block& block = *running_[k];
            sweep(block);
            if (worker_.status != exec::Status::Ok) return fail(block);
            all_idle &= block.idle >= kImpatientSweeps;
            if (block.live_threads == 0)
                finish(k);
            else
                ++k;
        }
        if (!running_.empty() && all_idle && !start()) give_up_if_endless();
    }

    void sweep(Block& block) {
        bool ran = false;
        worker_.progressed = false;
        for (auto& warp : block.warps) ran |= turn(*warp);
        if (worker_.status != exec::Status::Ok) return;
        settle(block, ran);
    }

    // One warp, until it waits or has had its turn. False: it cannot run.
    bool turn(WarpState& warp) {
        static const Handler run = handler_of(isa::id("~run"));
        if (worker_.status != exec::Status::Ok) return false;
        const Op* const op = resume(warp);
        if (op == nullptr) return false;
        const u64 before = warp.block->clock;
        run(warp.warp, op);
        count(warp, warp.block->clock - before);
        return true;
    }

    void count(WarpState& warp, u64 instructions) {
        const u64 most = worker_.launch->options.max_instructions;
        if (most == 0 || worker_.status != exec::Status::Ok) return;
        if (worker_.launch->instructions->fetch_add(instructions) + instructions > most)
            stop(warp, exec::Status::Timeout, describe_runaway(worker_, *warp.block));
    }

    // After turns of a block's warps: releases barriers, and notices when nothing moves any more.
    void settle(Block& block, bool ran) {
        if (release_barriers(block) || worker_.progressed) {
            for (Block* any : running_) any->idle = 0;
        } else if (!ran && block.live_threads != 0) {
            stop(*block.warps[0], exec::Status::Trap, describe_deadlock(worker_, block));
        } else {
            ++block.idle;
        }
    }

    // One warp of one block, both taken by chance, or a round of all where that one cannot run.
    void random_turn() {
        const std::size_t k = random_() % running_.size();
        Block& block = *running_[k];
        WarpState& warp = *block.warps[random_() % block.warps.size()];
        worker_.progressed = false;
        // Mostly short turns: orders differ in what happens between two instructions.
        warp.steps = 1 + random_() % (random_() % 4 == 0 ? 400 : 12);
        warp.mix = random_();
        warp.waited = false;
        if (turn(warp)) {
            warp.steps = 0;
            if (worker_.status != exec::Status::Ok) return fail(block);
            // A turn that ends in the middle of a computation is neither progress nor a wait.
            if (worker_.progressed)
                turns_without_progress_ = 0;
            else if (warp.waited)
                ++turns_without_progress_;
            if (turns_without_progress_ > u64{kImpatientTurns} * block.warps.size() * running_.size() &&
                start())
                turns_without_progress_ = 0;
            if (block.live_threads == 0) finish(k);
            if (turns_without_progress_ > u64{kIdleRounds} * block.warps.size() * running_.size()) {
                give_up(block);
            }
            return;
        }
        warp.steps = 0;
        if (worker_.status != exec::Status::Ok) return fail(block);
        for (std::size_t each = 0; each < running_.size(); ++each) {
            const bool can_run = std::any_of(running_[each]->warps.begin(), running_[each]->warps.end(),
                                             [](const auto& held) { return is_ready(*held); });
            worker_.progressed = can_run;
            settle(*running_[each], can_run);
            if (worker_.status != exec::Status::Ok) return fail(*running_[each]);
        }
    }

    void give_up_if_endless() {
        const auto hopeless = [](const Block* block) { return block->idle >= kIdleSweeps; };
        if (!std::all_of(running_.begin(), running_.end(), hopeless)) return;
        Block& block = *running_.front();
        give_up(block);
    }

    void give_up(Block& block) {
        if (running_.size() < blocks_) check_grid_barrier(worker_, block);
        stop(*block.warps[0], exec::Status::Trap, describe_endless_wait(worker_, block));
        fail(block);
    }

    void finish(std::size_t k) {
        end_block(worker_, *running_[k]);
        spare_.push_back(running_[k]);
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(k));
    }

    void fail(const Block& block) { worker_.failed_block = block.checks.linear; }

    Worker& worker_;
    const std::function<u64()>& next_;
    u64 blocks_;
    std::mt19937_64 random_;
    std::size_t most_ = 1;  // blocks at once
    bool no_more_ = false;
    u64 turns_without_progress_ = 0;  // in random order
    std::vector<Block*> running_, spare_;
};

}  // namespace

void prepare_worker(Worker& worker, const LaunchContext& launch) {
    worker.launch = &launch;
    worker.code = launch.code;
    worker.parameters = launch.config->parameters.data();
    worker.counters.assign(launch.code->ops.size(), {});
    worker.cache.assign(launch.code->ops.size(), {});
    worker.patterns.prepare(launch.code->ops.size(), launch.options.models);
    worker.spare_frames.resize(launch.code->functions.size());
}

void run_blocks(Worker& worker, const std::function<u64()>& next, u64 blocks) {
    RunningBlocks(worker, next, blocks).run();
}

}  // namespace simt::exec
