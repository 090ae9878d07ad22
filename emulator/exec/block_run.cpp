// Starts the blocks of one worker and runs each of them warp by warp until it ends. Blocks that wait for each other take turns.
//
// One block runs at a time as long as it makes progress. When its threads only read memory, they may be waiting for the next
// block, so the worker starts that one beside it, up to LaunchConfig::resident_blocks at once. A launch that finishes on a GPU
// therefore finishes here too.
#include "emulator/exec/block_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <random>

#include "emulator/check/check.hpp"
#include "emulator/exec/async/copies.hpp"
#include "emulator/exec/barriers.hpp"
#include "emulator/exec/calls.hpp"
#include "emulator/exec/deadlock.hpp"
#include "emulator/exec/polling.hpp"
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
// The most turns of a warp in a round of polling, and the most instructions of such a turn.
constexpr u32 kMostTurnsOfRound = 64, kLongestTurnOfRound = 4096, kTurnsBeforeRound = 4;
// Sweeps after which the blocks are looked at although they make progress.
constexpr u64 kSweepsBeforeLook = 256;
// Once a launch has waited for others, its warps take short turns, so that it soon waits again: a few rounds of a loop that may wait.
constexpr u32 kFuelAfterWait = 256;

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
    handler_of(isa::id("~enter_kept"))(block->warps[0]->warp, nullptr);
    check::prepare_place(checks);
    return block;
}

// The linear index of a block, by its number in the order in which blocks start: a cluster's blocks follow each other.
u64 linear_of(const LaunchConfig& config, u64 number) {
    const u64 size = config.cluster.count();
    if (size == 1) return number;
    const Dim3 cluster = clusters_of(config).index_of(number / size),
               in = config.cluster.index_of(number % size);
    const u64 x = cluster.x * config.cluster.x + in.x, y = cluster.y * config.cluster.y + in.y,
              z = cluster.z * config.cluster.z + in.z;
    return x + config.grid.x * (y + config.grid.y * z);
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
        warp.products.reset();
        std::fill(std::begin(warp.copy_groups), std::end(warp.copy_groups), 0u);
        ensure_local(warp, warp.kernel_frame->function->local_bytes);
        check::begin_local(warp.checks, kAllLanes, 0, warp.kernel_frame->function->local_bytes);
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

}  // namespace

// The running blocks, in the order in which they began, and spare Block objects for more.
class RunningBlocks {
  public:
    explicit RunningBlocks(Worker& worker) : worker_(worker), random_(worker.launch->options.seed) {
        if (worker.launch->in_turns) most_ = std::max(worker.launch->config.resident_blocks, 1u);
    }

    bool run(const std::string* last) {
        const LaunchContext& launch = *worker_.launch;
        last_ = last;
        if (waits_) begin_again();
        while (launch.config.cooperative && start()) {
        }
        while (worker_.status == Status::Ok && !waits_) {
            while (launch.options.random_schedule && running_.size() < kMixedBlocks && start()) {
            }
            if (running_.empty() && !start()) return true;
            if (launch.options.random_schedule)
                random_turn();
            else
                every_turn();
        }
        return !waits_;
    }

    const Waiting& waiting() const { return waiting_; }

    void abandon(Status status, const std::string& message) {
        waits_ = false;
        stop(*running_.front()->warps[0], status, message);
    }

  private:
    // Other work has run meanwhile: what is known of allocations may be out of date.
    void begin_again() {
        waits_ = false;
        turns_without_progress_ = sweeps_ = 0;
        for (Block* block : running_) block->idle = 0;
        for (AccessCache& cache : worker_.cache) cache.begin = cache.end = 0;
        worker_.launch->fuel = last_ != nullptr ? kFuel : kFuelAfterWait;
    }

    // Whether all threads poll memory outside their blocks: two rounds of all blocks are alike.
    bool poll() {
        PollingRound beginning(running_);  // up to where turns of a round end
        for (u32 k = 0; k < kTurnsBeforeRound; ++k)
            if (!turns_of_round(beginning)) return false;
        for (const Block* block : running_)
            if (std::ranges::any_of(block->warps, [](const auto& warp) { return may_let_lanes_go(*warp); }))
                return false;
        PollingRound first(running_);
        if (!once_round(first) || first.block_of_first() == nullptr) return false;
        PollingRound second(running_);
        if (!once_round(second)) return false;
        Waiting found{.polled = first.polled(), .fixed = second.is_fixed(), .where = {}, .what = {}};
        if (!std::ranges::equal(found.polled, second.polled(), {}, &PolledMemory::address,
                                &PolledMemory::address))
            return false;
        found.where = describe_polling(worker_, *first.block_of_first());
        found.what = describe(found.polled, worker_.launch->space);
        const bool as_before = std::ranges::equal(
            found.polled, waiting_.polled,
            [](const auto& a, const auto& b) { return a.address == b.address && a.value == b.value; });
        if (last_ != nullptr && as_before) {
            if (found.fixed || (sweeps_ >= kIdleSweeps && !worker_.launch->options.random_schedule))
                give_up(*running_.front());
            return false;
        }
        waiting_ = std::move(found);
        return true;
    }

    // Lets every warp go back to where it is. False if that takes too long, or if something changes.
    bool once_round(PollingRound& round) {
        for (u32 left = kMostTurnsOfRound; left != 0; --left) {
            if (!turns_of_round(round)) return false;
            if (round.is_back()) return true;
        }
        return false;
    }

    // A turn of every warp. False if something changes.
    bool turns_of_round(PollingRound& round) {
        for (std::size_t k = 0; k < running_.size(); ++k) {
            bool ran = false;
            for (auto& warp : running_[k]->warps) ran |= turn_of_round(*warp, round);
            worker_.progressed = round.changed();
            if (worker_.status == Status::Ok) settle(*running_[k], ran);
            if (worker_.status != Status::Ok || round.changed()) return false;
        }
        return true;
    }

    // Runs a warp up to the end of its loop, or to a barrier. False: it cannot run.
    bool turn_of_round(WarpState& warp, PollingRound& round) {
        for (u32 ran = 0; ran < kLongestTurnOfRound; ++ran) {
            if (!is_ready(warp)) return ran != 0;
            const int current = warp.current;
            const Op* const pc = warp.splits[static_cast<std::size_t>(current)].pc;
            round.before(warp);
            worker_.progressed = false;
            warp.steps = 1;
            warp.mix = static_cast<u64>(current) << 8;  // the same lanes go on (preempt)
            const bool went = turn(warp);
            warp.steps = 0;
            round.after(warp);
            if (!went || worker_.status != Status::Ok || round.changed()) return went;
            if (warp.current != current || warp.splits[static_cast<std::size_t>(current)].pc <= pc)
                return true;
        }
        return true;
    }

    // Asked after 2, 4, 8, … sweeps in which threads only read memory, and now and then if they do more: they may do it again and again.
    bool may_poll(u64 idle, u64 sweeps) const {
        const LaunchContext& launch = *worker_.launch;
        if (!launch.options.may_wait || !launch.in_turns) return false;
        return (idle >= kImpatientSweeps && std::has_single_bit(idle)) ||
               (launch.code.watches_blocks && sweeps >= (launch.fuel == kFuel ? kSweepsBeforeLook : 4) &&
                std::has_single_bit(sweeps));
    }

    // Starts the next cluster. Clusters start in order: when a block ends the launch, all earlier ones have begun and will
    // finish.
    bool start() {
        const LaunchConfig& config = worker_.launch->config;
        const u64 size = config.cluster.count();
        if ((!running_.empty() && running_.size() + size > most_) || no_more_) return false;
        const u64 first = worker_.launch->next_block.fetch_add(size);
        no_more_ = first >= worker_.launch->end_block;
        if (no_more_) return false;
        const auto cluster = std::make_shared<Cluster>();
        for (u64 k = 0; k < size; ++k) {
            if (spare_.empty()) {
                worker_.places.push_back(make_place(worker_));
                spare_.push_back(worker_.places.back().get());
            }
            Block& block = *spare_.back();
            spare_.pop_back();
            running_.push_back(&block);
            block.cluster = cluster;
            block.rank = static_cast<u32>(k);
            cluster->blocks.push_back(&block);
        }
        for (Block* block : cluster->blocks) {
            block->checks.cluster.clear();
            for (Block* each : cluster->blocks) block->checks.cluster.push_back(&each->checks);
        }
        for (u64 k = 0; k < size; ++k) {
            const u64 linear = linear_of(config, first + k);
            if (worker_.tracer != nullptr) worker_.tracer->begin_block(linear);
            begin_block(worker_, *cluster->blocks[k], linear);
        }
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
            if (block.cluster->live_threads() == 0)
                k = finish(k);
            else
                ++k;
        }
        if (running_.empty() || (all_idle && start())) return;
        if (may_poll(std::ranges::min(running_, {}, &Block::idle)->idle, ++sweeps_) && poll()) {
            waits_ = !start();
            return;
        }
        if (worker_.status != Status::Ok || !all_idle) return;
        if (std::ranges::all_of(running_, [](const Block* block) { return block->idle >= kIdleSweeps; }))
            give_up(*running_.front());
    }

    // Runs one warp until it waits or its turn is over. Returns false if it cannot run.
    bool turn(WarpState& warp) {
        static const Handler run = handler_of(isa::id("~run"));
        if (worker_.status != Status::Ok) return false;
        LaunchContext& launch = *worker_.launch;
        if (launch.options.interrupt != nullptr && launch.options.interrupt->load(std::memory_order_relaxed))
            return stop(warp, Status::Interrupted, {});
        const Op* const op = resume(warp);
        if (op == nullptr) return false;
        const u64 before = warp.block->clock;
        run(warp.warp, op);
        const u64 most = launch.options.max_instructions, ran = warp.block->clock - before;
        warp.ran += ran;
        if (most != 0 && worker_.status == Status::Ok && (launch.instructions += ran) > most)
            stop(warp, Status::Timeout, describe_runaway(worker_, *warp.block));
        return true;
    }

    // Called after turns of a block's warps: releases barriers, and detects that no warp can go on.
    void settle(Block& block, bool ran) {
        if (release_barriers(block) || worker_.progressed) {
            for (Block* any : running_) any->idle = 0;
        } else if (!ran && block.live_threads != 0 && !others_can_run(block)) {
            stop(*block.warps[0], Status::Trap, describe_deadlock(worker_, block));
        } else {
            ++block.idle;
        }
    }

    static bool can_run(const Block& block) {
        return std::ranges::any_of(block.warps, [](const auto& held) { return is_ready(*held); });
    }

    // Whether the block may still meet other blocks of its cluster at a barrier.
    static bool others_can_run(const Block& block) {
        return std::ranges::any_of(block.cluster->blocks,
                                   [&](const Block* other) { return other != &block && can_run(*other); });
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
            if (worker_.progressed) {
                turns_without_progress_ = 0;
            } else if (warp.waited) {
                ++turns_without_progress_;
            }
            if (turns_without_progress_ > u64{kImpatientTurns} * block.warps.size() * running_.size() &&
                start())
                turns_without_progress_ = 0;
            if (block.cluster->live_threads() == 0) finish(k);
            const u64 each = u64{kImpatientTurns} * block.warps.size() * running_.size();
            if (each != 0 && ++sweeps_ % each == 0 &&
                may_poll(turns_without_progress_ / each, sweeps_ / each) && poll())
                waits_ = !start();
            if (worker_.status != Status::Ok) return;
            if (turns_without_progress_ > u64{kIdleRounds} * block.warps.size() * running_.size())
                give_up(block);
            return;
        }
        warp.steps = 0;
        if (worker_.status != Status::Ok) return;
        for (std::size_t each = 0; each < running_.size(); ++each) {
            const bool ready = can_run(*running_[each]);
            worker_.progressed = ready;
            settle(*running_[each], ready);
            if (worker_.status != Status::Ok) return;
        }
    }

    void give_up(Block& block) {
        const bool at_grid_barrier =
            running_.size() < worker_.launch->config.grid.count() && check_grid_barrier(worker_, block);
        stop(*block.warps[0], Status::Trap,
             describe_endless_wait(worker_, block, at_grid_barrier,
                                   last_ != nullptr && !last_->empty()
                                       ? fmt::format("They wait for {}, and nobody is left to write "
                                                     "there: {}",
                                                     waiting_.what, *last_)
                                       : ""));
    }

    // Ends the cluster of running_[k]: its blocks follow each other there. Returns the index of the block behind them.
    std::size_t finish(std::size_t k) {
        const std::size_t first = k - running_[k]->rank, size = running_[k]->cluster->blocks.size();
        for (std::size_t each = first; each < first + size; ++each) {
            end_block(worker_, *running_[each]);
            running_[each]->cluster.reset();
            spare_.push_back(running_[each]);
        }
        const auto begin = running_.begin() + static_cast<std::ptrdiff_t>(first);
        running_.erase(begin, begin + static_cast<std::ptrdiff_t>(size));
        return first;
    }

    Worker& worker_;
    std::mt19937_64 random_;
    std::size_t most_ = 1;  // blocks at once
    bool no_more_ = false;
    u64 turns_without_progress_ = 0;  // in random order
    std::vector<Block*> running_, spare_;
    u64 sweeps_ = 0;  // since it began, or waited last; in random order turns
    bool waits_ = false;
    Waiting waiting_;
    const std::string* last_ = nullptr;  // see BlockRun::go_on
};

void prepare_worker(Worker& worker, LaunchContext& launch) {
    worker.launch = &launch;
    worker.code = &launch.code;
    worker.parameters = launch.config.parameters.data();
    worker.counters.resize(launch.code.ops.size());
    worker.cache.resize(launch.code.ops.size());
    worker.stretches.resize(launch.code.stretch_groups);
    worker.patterns.prepare(launch.code.ops.size(), launch.options.models);
    worker.spare_frames.resize(launch.code.functions.size());
}

BlockRun::BlockRun(Worker& worker) : blocks_(std::make_unique<RunningBlocks>(worker)) {}
BlockRun::~BlockRun() = default;
bool BlockRun::go_on(const std::string* last) { return blocks_->run(last); }
const Waiting& BlockRun::waiting() const { return blocks_->waiting(); }
void BlockRun::abandon(Status status, const std::string& message) { blocks_->abandon(status, message); }

}  // namespace simt::exec
