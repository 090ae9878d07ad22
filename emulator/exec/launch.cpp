// A launch: hands the blocks to host threads, runs each to its end, and puts together their counts and findings.
#include "emulator/exec/launch.hpp"

#include <omp.h>

#include <cfenv>
#include <chrono>
#include <optional>

#include "emulator/check/check.hpp"
#include "emulator/error.hpp"
#include "emulator/exec/block_run.hpp"
#include "emulator/exec/launch_summary.hpp"
#include "emulator/exec/source_places.hpp"
#include "emulator/exec/tracer.hpp"

namespace simt::exec {

namespace {

// Restores the CPU's default float mode: a program built with -ffast-math makes its threads flush subnormals, but the GPU's
// arithmetic does not depend on that.
class DefaultFloatMode {
  public:
    DefaultFloatMode() {
        std::fegetenv(&saved_);
        std::fesetenv(FE_DFL_ENV);
    }
    ~DefaultFloatMode() { std::fesetenv(&saved_); }

  private:
    std::fenv_t saved_;
};

}  // namespace

Launch launch(Kernel& kernel, const LaunchConfig& config, memory::AddressSpace& space,
              const Options& options) {
    static std::atomic<u64> launches{0};
    const Code& code = kernel.code();
    LaunchContext context{.kernel = kernel,
                          .code = code,
                          .config = config,
                          .options = options,
                          .space = space,
                          .grid_id = ++launches,
                          .shared_bytes = config.dynamic_shared == 0
                                              ? code.static_shared
                                              : code.dynamic_shared_begin + config.dynamic_shared,
                          .in_turns = code.ordered || config.cooperative || options.random_schedule};

    // Cooperative groups find the memory of their grid's barrier through %envreg1 and %envreg2.
    if (config.cooperative) {
        const memory::Allocation* const workspace =
            space.allocate(kGridWorkspaceBytes, memory::Kind::Variable, "the grid's barrier", true);
        if (workspace == nullptr)
            throw Error("there is no memory left for the barrier of a cooperative launch");
        context.grid_workspace = workspace->address;
    }

    const u64 blocks = config.grid.count();
    const u64 wanted = static_cast<u64>(options.threads > 0 ? options.threads : omp_get_max_threads());
    std::optional<Tracer> tracer;
    if (options.trace != nullptr) tracer.emplace(context, *options.trace);
    const bool one_worker = context.in_turns || (tracer && options.trace->selection.all);
    std::vector<Worker> workers(one_worker ? 1 : std::min(blocks, wanted));
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
    const auto started = std::chrono::steady_clock::now();
#pragma omp parallel num_threads(static_cast <int>(workers.size()))
    {
        const DefaultFloatMode mode;
        const std::size_t number = static_cast<std::size_t>(omp_get_thread_num());
        Worker& worker = workers[number];
        prepare_worker(worker, context);
        worker.tracer = tracer ? &*tracer : nullptr;
        checks.begin_worker(number, worker.checks, worker.cache.data());
        run_blocks(worker);
        if (worker.status != Status::Ok) {
            checks.stop();
#pragma omp critical
            context.end_block = std::min(context.end_block.load(), worker.failed_block);
        }
        worker.patterns.finish(worker);
    }
    checks.end(workers[0].checks.findings);
    if (config.cooperative) space.free(context.grid_workspace);
    Launch result = summarise(context, workers);
    for (check::Finding& race :
         checks.stream_races([&](u32 op) { return site_of(kernel, code.info[op].source); }))
        result.findings.push_back(std::move(race));
    result.host_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return result;
}

}  // namespace simt::exec
