// A launch: blocks handed to host threads, each run to its end, and what they counted and found put together.
#include <omp.h>

#include <atomic>
#include <chrono>
#include <cstring>

#include "common/simt/error.hpp"
#include "common/simt/exec/decoder.hpp"
#include "common/simt/exec/launch_summary.hpp"
#include "common/simt/exec/warp.hpp"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace simt::exec {

namespace {

// A program built with -ffast-math makes its threads flush subnormals; the GPU's arithmetic does not depend on that.
class DefaultFloatMode {
  public:
#if defined(__SSE__)
    DefaultFloatMode() : saved_(_mm_getcsr()) { _mm_setcsr(0x1f80); }
    ~DefaultFloatMode() { _mm_setcsr(saved_); }

  private:
    unsigned saved_;
#endif
};

void prepare_worker(Worker& worker, const LaunchContext& launch, u64 blocks_threads) {
    worker.launch = &launch;
    worker.code = launch.code;
    worker.parameters = launch.config->parameters.data();
    worker.checks = launch.options.checks;
    worker.counters.assign(launch.code->ops.size(), {});
    worker.cache.assign(launch.code->ops.size(), {});
    worker.patterns.prepare(launch.code->ops.size(), launch.options.models);
    worker.spare_frames.resize(launch.code->functions.size());
    worker.shared_storage.assign(launch.shared_bytes + 64, 0);
    worker.block.shared = worker.shared_storage.data();
    worker.block.shared_bytes = launch.shared_bytes;
    worker.shadow.units = launch.shared_bytes / launch.code->shared_unit + 1;
    worker.shadow_storage.assign(std::size_t{3} * worker.shadow.units, 0);
    worker.shadow.writer = worker.shadow_storage.data();
    worker.shadow.reader = worker.shadow.writer + worker.shadow.units;
    worker.shadow.reader2 = worker.shadow.reader + worker.shadow.units;
    const u64 warps = (blocks_threads + kLanes - 1) / kLanes;
    for (u64 w = 0; w < warps; ++w) {
        worker.warps.push_back(std::make_unique<WarpState>());
        WarpState& warp = *worker.warps.back();
        warp.worker = &worker;
        warp.block = &worker.block;
        warp.number = static_cast<u32>(w);
        warp.warp.state = &warp;
    }
}

void begin_block(Worker& worker, u64 linear) {
    const LaunchConfig& config = *worker.launch->config;
    Block& block = worker.block;
    block.linear = linear;
    block.index = {static_cast<u32>(linear % config.grid.x),
                   static_cast<u32>(linear / config.grid.x % config.grid.y),
                   static_cast<u32>(linear / config.grid.x / config.grid.y)};
    block.threads = block.live_threads = static_cast<u32>(config.block.count());
    block.clock = 0;
    for (Barrier& barrier : block.barriers) barrier = Barrier{};
    std::memset(block.shared, 0xff,
                block.shared_bytes);  // the same for every block and any number of host threads
    if (block.epoch + 1 >= SharedShadow::kLastEpoch) {
        std::fill(worker.shadow_storage.begin(), worker.shadow_storage.end(), 0);
        block.epoch = 0;
    }
    block.first_epoch = ++block.epoch;
    for (auto& held : worker.warps) {
        WarpState& warp = *held;
        release_all_frames(warp);
        warp.copies.clear();
        std::fill(std::begin(warp.copy_groups), std::end(warp.copy_groups), 0u);
        warp.epoch = warp.barrier_epoch = warp.sync_epoch = block.epoch;
        const u32 first = warp.number * kLanes;
        const u32 lanes = block.threads - first >= kLanes ? kAllLanes : (1u << (block.threads - first)) - 1;
        Frame* frame = make_frame(warp, 0);
        ensure_local(warp, frame->function->local_bytes);
        start_warp(warp, lanes, frame, worker.code->ops.data() + frame->function->entry);
    }
}

// Sweeps over the warps in which threads only looked at memory, before that counts as waiting for ever. In each a warp has
// some hundred rounds of its loop.
constexpr u32 kIdleSweeps = 4096;

void run_block(Worker& worker, u64 linear) {
    static const Handler run = find_row("~run")->handler;
    begin_block(worker, linear);
    u32 idle = 0;
    while (worker.block.live_threads != 0) {
        bool ran = false;
        worker.progressed = false;
        for (auto& warp : worker.warps) {
            const Op* op = resume(*warp);
            if (op == nullptr) continue;
            ran = true;
            run(warp->warp, op);
            if (worker.status != observe::Status::Ok) return;
        }
        if (release_barriers(worker) || worker.progressed) {
            idle = 0;
        } else if (!ran) {
            stop(*worker.warps[0], observe::Status::Trap, describe_deadlock(worker));
            return;
        } else if (++idle == kIdleSweeps) {
            stop(*worker.warps[0], observe::Status::Trap, describe_endless_wait(worker));
            return;
        }
    }
    worker.warps_run += worker.warps.size();
    for (const auto& warp : worker.warps) worker.divergent_warps += warp->diverged;
}

}  // namespace

observe::Launch launch(Kernel& kernel, const LaunchConfig& config, memory::AddressSpace& space,
                       const Options& options) {
    static std::atomic<u64> launches{0};
    const Code& code = kernel.code();
    LaunchContext context;
    context.kernel = &kernel;
    context.code = &code;
    context.config = &config;
    context.space = &space;
    context.options = options;
    context.grid_id = ++launches;
    context.shared_bytes =
        config.dynamic_shared == 0 ? code.static_shared : code.dynamic_shared_begin + config.dynamic_shared;

    const u64 blocks = config.grid.count();
    const int wanted = options.threads > 0 ? options.threads : omp_get_max_threads();
    const int threads = code.ordered ? 1 : static_cast<int>(std::min<u64>(blocks, static_cast<u64>(wanted)));
    std::vector<Worker> workers(static_cast<std::size_t>(threads));
    std::atomic<u64> next{0}, failed{blocks};  // failed: the lowest block that ended the launch
    const auto started = std::chrono::steady_clock::now();
#pragma omp parallel num_threads(threads)
    {
        const DefaultFloatMode mode;
        Worker& worker = workers[static_cast<std::size_t>(omp_get_thread_num())];
        prepare_worker(worker, context, config.block.count());
        // Blocks are taken in order, so when one fails all before it are done or under way and will be finished.
        for (u64 block = next++; block < failed.load(); block = next++) {
            run_block(worker, block);
            if (worker.status == observe::Status::Ok) continue;
            worker.failed_block = block;
            u64 lowest = failed.load();
            while (block < lowest && !failed.compare_exchange_weak(lowest, block)) {
            }
            break;
        }
        worker.patterns.finish(worker);
    }
    observe::Launch result = summarise(kernel, context, workers);
    result.host_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return result;
}

}  // namespace simt::exec
