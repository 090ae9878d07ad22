// A launch: blocks handed to host threads, each run to its end, and what they counted and found put together.
#include "emulator/exec/launch.hpp"

#include <omp.h>

#include <atomic>
#include <chrono>

#include "emulator/check/races/global_races.hpp"
#include "emulator/check/races/stream_races.hpp"
#include "emulator/check/races/written_arrays.hpp"
#include "emulator/error.hpp"
#include "emulator/exec/launch_summary.hpp"
#include "emulator/exec/warp.hpp"
#include "emulator/exec/block_run.hpp"
#include "emulator/exec/source_places.hpp"

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

// Compares what the launch touched with other work that may run beside it.
void add_stream_races(const Kernel& kernel, const LaunchContext& context,
                      std::unique_ptr<Footprint> footprint, observe::Launch& result) {
    footprint->set_shape(context.config->grid, context.config->block);
    for (const u32 op : footprint->ops())
        footprint->describe(op,
                            site_of(kernel, kernel.module().source(), context.code->info[op].source));
    const check::StreamPosition& position = *context.options.position;
    for (observe::Finding& race :
         position.races.add(position.stamp, std::move(footprint), position.waited_for, *context.space))
        result.findings.push_back(std::move(race));
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
    auto footprint = options.position == nullptr ? nullptr : std::make_unique<Footprint>();
    LaunchRaces races(code, workers.size(), context.in_turns || blocks == 1,
                      options.checks.races && blocks * config.block.count() > 1, footprint.get());
    const WrittenArrays written(code.write_targets, config.parameters, space);
    if (options.checks.races) context.written = &written;
    std::atomic<u64> next{0}, failed{blocks};  // failed: the lowest block that ended the launch
    const auto started = std::chrono::steady_clock::now();
#pragma omp parallel num_threads(threads)
    {
        const DefaultFloatMode mode;
        Worker& worker = workers[static_cast<std::size_t>(omp_get_thread_num())];
        prepare_worker(worker, context);
        worker.races = races.of_worker(static_cast<std::size_t>(omp_get_thread_num()));
        // Blocks are taken in order, so when one fails all before it are done or in flight and will be finished.
        run_blocks(
            worker,
            [&] {
                const u64 block = next++;
                return block < failed.load() ? block : blocks;
            },
            blocks);
        if (worker.status != observe::Status::Ok) {
            races.stop();
            u64 lowest = failed.load();
            while (worker.failed_block < lowest &&
                   !failed.compare_exchange_weak(lowest, worker.failed_block)) {
            }
        }
        worker.patterns.finish(worker);
    }
    races.finish(workers);
    if (workspace != nullptr) space.free(workspace->address);
    observe::Launch result = summarise(kernel, context, workers);
    if (footprint != nullptr) add_stream_races(kernel, context, std::move(footprint), result);
    result.host_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return result;
}

}  // namespace simt::exec
