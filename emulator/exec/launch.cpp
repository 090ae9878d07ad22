// A launch: blocks handed to host threads, each run to its end, and what they counted and found put together.
#include "emulator/exec/launch.hpp"
#include "emulator/exec/launch_record.hpp"

#include <omp.h>

#include <atomic>
#include <chrono>

#include "emulator/check/check.hpp"
#include "emulator/error.hpp"
#include "emulator/exec/block_run.hpp"
#include "emulator/exec/launch_summary.hpp"
#include "emulator/exec/source_places.hpp"
#include "emulator/exec/warp.hpp"

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

}  // namespace

exec::Launch launch(Kernel& kernel, const LaunchConfig& config, memory::AddressSpace& space,
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

    // Cooperative groups find the words that their grid's barrier works on through %envreg1 and %envreg2.
    const memory::Allocation* workspace = nullptr;
    if (config.cooperative) {
        workspace = space.allocate(kGridWorkspaceBytes, memory::Kind::Variable, "the grid's barrier", true);
        if (workspace == nullptr)
            throw Error("there is no memory left for the barrier of a cooperative launch");
        context.grid_workspace = workspace->address;
    }

    const u64 blocks = config.grid.count();
    const int wanted = options.threads > 0 ? options.threads : omp_get_max_threads();
    context.in_turns = code.ordered || config.cooperative || options.random_schedule;
    const int threads =
        context.in_turns ? 1 : static_cast<int>(std::min<u64>(blocks, static_cast<u64>(wanted)));
    std::vector<Worker> workers(static_cast<std::size_t>(threads));
    std::atomic<u64> instructions{0};
    context.instructions = &instructions;
    check::LaunchChecks checks({.code = code,
                                .plans = kernel.plans(),
                                .space = space,
                                .parameters = config.parameters,
                                .grid = config.grid,
                                .block = config.block,
                                .wanted = options.checks,
                                .debug = kernel.module().source().debug,
                                .workers = workers.size(),
                                .one_table = context.in_turns || blocks == 1,
                                .position = options.position});
    std::atomic<u64> next{0}, failed{blocks};  // failed: the lowest block that ended the launch
    const auto started = std::chrono::steady_clock::now();
#pragma omp parallel num_threads(threads)
    {
        const DefaultFloatMode mode;
        Worker& worker = workers[static_cast<std::size_t>(omp_get_thread_num())];
        prepare_worker(worker, context);
        checks.begin_worker(static_cast<std::size_t>(omp_get_thread_num()), worker.checks,
                            worker.cache.data());
        // Blocks are taken in order, so when one fails all before it are done or in flight and will be finished.
        run_blocks(
            worker,
            [&] {
                const u64 block = next++;
                return block < failed.load() ? block : blocks;
            },
            blocks);
        if (worker.status != exec::Status::Ok) {
            checks.stop();
            u64 lowest = failed.load();
            while (worker.failed_block < lowest &&
                   !failed.compare_exchange_weak(lowest, worker.failed_block)) {
            }
        }
        worker.patterns.finish(worker);
    }
    checks.end(workers[0].checks.findings);
    if (workspace != nullptr) space.free(workspace->address);
    exec::Launch result = summarise(kernel, context, workers);
    for (check::Finding& race :
         checks.stream_races([&](u32 op) { return site_of(kernel, code.info[op].source); }))
        result.findings.push_back(std::move(race));
    result.host_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return result;
}

}  // namespace simt::exec
