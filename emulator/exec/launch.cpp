// A launch: hands the blocks to host threads, runs each to its end, and puts together their counts and findings. A launch whose blocks
// take turns can stop and go on.
#include "emulator/exec/launch.hpp"

#include <omp.h>

#include <cfenv>
#include <chrono>
#include <csignal>
#include <optional>
#include <utility>

#include "emulator/check/check.hpp"
#include "emulator/error.hpp"
#include "emulator/exec/block_run.hpp"
#include "emulator/exec/launch_summary.hpp"
#include "emulator/exec/line_counts.hpp"
#include "emulator/exec/own_threads.hpp"
#include "emulator/exec/source_places.hpp"
#include "emulator/exec/tracer.hpp"
#include "emulator/memory/sector_marks.hpp"

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

// The program's signals go to its own threads: a handler that never returns would stop a worker, and with it the launch.
class WithoutSignals {
  public:
    WithoutSignals() {
        sigset_t all;
        sigfillset(&all);
        for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigdelset(&all, fault);
        pthread_sigmask(SIG_BLOCK, &all, &before_);
    }
    ~WithoutSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  private:
    sigset_t before_;
};

u64 count_launch() {
    static std::atomic<u64> launches{0};
    return ++launches;
}

}  // namespace

struct RunningLaunch::State {
    State(Kernel& of, LaunchConfig wanted, memory::AddressSpace& in, const Options& with);
    ~State() {
        if (marked == this) marked = nullptr;
    }

    bool go_on(const std::string* last);
    void use_marks();
    void run_worker(std::size_t number);
    bool go_on_worker(std::size_t number, const std::string* last);
    void end_worker(std::size_t number);

    Kernel& kernel;
    const LaunchConfig config;
    memory::AddressSpace& space;
    const Options options;
    LaunchContext context;
    std::vector<Worker> workers;
    std::optional<Recording> recording;
    std::vector<std::unique_ptr<Tracer>> tracers;  // by worker, where there is a recording
    std::vector<std::unique_ptr<BlockRun>> blocks;
    std::optional<check::LaunchChecks> checks;
    std::chrono::steady_clock::duration time{};
    memory::SectorMarks marks;  // while another launch runs
    bool waited = false;
    // The launch that waits and whose marks are still in place: they are put away only if another one runs meanwhile.
    static inline State* marked = nullptr;
};

RunningLaunch::State::State(Kernel& of, LaunchConfig wanted, memory::AddressSpace& in, const Options& with)
    : kernel(of),
      config(std::move(wanted)),
      space(in),
      options(with),
      context{.kernel = kernel,
              .code = kernel.code(),
              .config = config,
              .options = options,
              .space = space,
              .grid_id = count_launch(),
              .shared_bytes = config.dynamic_shared == 0
                                  ? kernel.code().static_shared
                                  : kernel.code().dynamic_shared_begin + config.dynamic_shared,
              .in_turns = kernel.code().ordered || config.cooperative || config.cluster.count() > 1 ||
                          options.random_schedule} {
    // Cooperative groups find the memory of their grid's barrier through %envreg1 and %envreg2.
    if (config.cooperative) {
        const memory::Allocation* const workspace =
            space.allocate(kGridWorkspaceBytes, memory::Kind::Variable, "the grid's barrier", true, 0,
                           kernel.module().device());
        if (workspace == nullptr)
            throw Error("there is no memory left for the barrier of a cooperative launch");
        context.grid_workspace = workspace->address;
    }
    const u64 count = config.grid.count();
    const u64 wanted_threads =
        static_cast<u64>(options.threads > 0 ? options.threads : omp_get_max_threads());
    workers = std::vector<Worker>(context.in_turns ? 1 : std::min(count, wanted_threads));
    blocks.resize(workers.size());
    tracers.resize(workers.size());
    if (options.trace != nullptr) recording.emplace(context, *options.trace, workers.size());
    checks.emplace(check::LaunchToCheck{.code = context.code,
                                        .plans = kernel.plans(),
                                        .space = space,
                                        .parameters = config.parameters,
                                        .grid = config.grid,
                                        .block = config.block,
                                        .wanted = options.checks,
                                        .debug = kernel.module().source().debug,
                                        .workers = workers.size(),
                                        .one_table = context.in_turns || count == 1,
                                        .position = options.position});
    context.checks = &*checks;
}

// Puts the marks of a launch that waits away, and this launch's in place.
void RunningLaunch::State::use_marks() {
    if (marked == this) return;
    if (marked != nullptr) marked->marks = memory::SectorMarks::take(marked->space);
    marked = nullptr;
    std::exchange(marks, {}).put_back(space);
}

void RunningLaunch::State::end_worker(std::size_t number) {
    Worker& worker = workers[number];
    if (worker.status != Status::Ok) {
        checks->stop();
#pragma omp critical
        if (worker.status != Status::Interrupted)
            context.end_block = std::min(context.end_block.load(), worker.failed_block);
    }
    count_stretches(worker);
    worker.patterns.finish(worker);
    tracers[number].reset();
}

// The part of one host thread. False: its blocks wait.
bool RunningLaunch::State::go_on_worker(std::size_t number, const std::string* last) {
    const DefaultFloatMode mode;
    if (blocks[number] == nullptr) {
        Worker& worker = workers[number];
        prepare_worker(worker, context);
        if (recording) {
            tracers[number] = std::make_unique<Tracer>(*recording, number);
            worker.tracer = tracers[number].get();
        }
        checks->begin_worker(number, worker.checks, worker.cache.data());
        blocks[number] = std::make_unique<BlockRun>(worker);
    }
    if (!blocks[number]->go_on(last)) return false;
    end_worker(number);
    return true;
}

bool RunningLaunch::State::go_on(const std::string* last) {
    const auto started = std::chrono::steady_clock::now();
    use_marks();
    bool ended = true;
    if (context.in_turns) {
        ended = go_on_worker(0, last);
    } else {
#pragma omp parallel num_threads(static_cast <int>(workers.size()))
        {
            const std::size_t number = static_cast<std::size_t>(omp_get_thread_num());
            std::optional<WithoutSignals> without_signals;
            if (number != 0) {
                without_signals.emplace();
                note_own_thread(true);
            }
            go_on_worker(number, nullptr);
        }
    }
    marked = ended ? nullptr : this;
    waited |= !ended;
    time += std::chrono::steady_clock::now() - started;
    return ended;
}

RunningLaunch::RunningLaunch(Kernel& kernel, LaunchConfig config, memory::AddressSpace& space,
                             const Options& options)
    : state_(std::make_unique<State>(kernel, std::move(config), space, options)) {}
RunningLaunch::~RunningLaunch() = default;

bool RunningLaunch::go_on() { return state_->go_on(nullptr); }
bool RunningLaunch::go_on_for_the_last_time(const std::string& why) { return state_->go_on(&why); }
const Waiting& RunningLaunch::waiting() const { return state_->blocks[0]->waiting(); }

void RunningLaunch::abandon(Status status, const std::string& message) {
    state_->use_marks();
    state_->blocks[0]->abandon(status, message);
    state_->end_worker(0);
    State::marked = nullptr;
}

Launch RunningLaunch::finish() {
    State& state = *state_;
    const auto started = std::chrono::steady_clock::now();
    if (state.options.instructions != nullptr) *state.options.instructions = state.context.instructions;
    state.checks->end(state.workers[0].checks.findings);
    if (state.config.cooperative) state.space.free(state.context.grid_workspace);
    Launch result = summarise(state.context, state.workers);
    // What a launch has waited for orders it and other work, in ways that the order of the streams does not show.
    if (!state.waited)
        for (check::Finding& race : state.checks->stream_races(
                 [&](u32 op) { return site_of(state.kernel, state.context.code.info[op].source); }))
            result.findings.push_back(std::move(race));
    state.time += std::chrono::steady_clock::now() - started;
    result.host_seconds = std::chrono::duration<double>(state.time).count();
    return result;
}

Launch launch(Kernel& kernel, const LaunchConfig& config, memory::AddressSpace& space,
              const Options& options) {
    RunningLaunch running(kernel, config, space, options);
    running.go_on();
    return running.finish();
}

}  // namespace simt::exec
