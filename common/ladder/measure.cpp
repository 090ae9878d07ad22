// See measure.hpp.
#include "common/ladder/measure.hpp"

#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>

#include "common/cuda/timer.hpp"
#include "common/ladder/run_version.hpp"
#include "common/terminal/progress.hpp"

namespace ladder {
namespace {

constexpr int kWarmUps = 3;

// What runs now and what remains, on a terminal: a ladder at a large size takes minutes on the emulator before its table
// appears.
class LadderProgress {
  public:
    explicit LadderProgress(const Plan& plan) : part_(plan.part) {}

    // "size 2 of 16, naive (3 of 13)"
    void version(const std::string& name, std::size_t number, std::size_t of) {
        line_.show(part_ + name + " (" + terminal::of_all(number, of) + ")");
    }

    void begin_timing() { timing_ = {}; }

    // "round 3 of 30, about 2 s left": called between runs, and only writes several times a second.
    void timing(const std::string& what, double done, double of) {
        constexpr double kPause = 0.2;
        const double now = timing_.seconds();
        if (now < shown_ + kPause && now >= shown_) return;
        shown_ = now;
        line_.show(part_ + what + terminal::remaining(now, done, of));
    }

  private:
    std::string part_;
    terminal::Progress line_{STDERR_FILENO};
    terminal::Stopwatch timing_;
    double shown_ = 0;
};

double work_of(const Problem& problem, const Version& version, const Size& size) {
    return version.extras.work ? version.extras.work(size) : problem.work(size);
}

double work_per_second(const Problem& problem, const Version& version, const Size& size,
                       double milliseconds) {
    return work_of(problem, version, size) / (milliseconds * 1e-3) / problem.metric.unit;
}

// The version's speed as a share of the roof's, from each measured time and the roof's time in the same round. `work`
// is the version's work divided by the roof's.
Median share_of(const std::vector<double>& roof_ms, const std::vector<double>& version_ms, double work) {
    std::vector<double> shares;
    const std::size_t rounds = std::min(roof_ms.size(), version_ms.size());
    for (std::size_t i = 0; i < rounds; ++i) shares.push_back(work * roof_ms[i] / version_ms[i]);
    return median_of(shares);
}

// The reason to skip the version at this size; empty if it runs.
std::string why_skipped(const Version& version, const Size& size) {
    const Extras& extras = version.extras;
    return extras.skipped.empty() && extras.skipped_at ? extras.skipped_at(size) : extras.skipped;
}

using Times = std::vector<std::vector<double>>;  // of each row, in milliseconds, round by round

void summarise(const Problem& problem, const std::vector<Version>& versions, const Times& times,
               Result& result) {
    constexpr std::size_t kNone = -1;
    std::size_t roof = kNone;
    std::size_t baseline_roof = kNone;
    for (std::size_t k = 0; k < versions.size(); ++k) {
        if (times[k].empty() || !result.rows[k].ok()) continue;
        if (versions[k].kind == Kind::Roof && roof == kNone) {
            roof = k;
            result.roof = versions[k].name;
        }
        if (versions[k].kind == Kind::BaselineRoof && baseline_roof == kNone) {
            baseline_roof = k;
            result.baseline_roof = versions[k].name;
        }
    }
    for (std::size_t k = 0; k < versions.size(); ++k) {
        Row& row = result.rows[k];
        if (times[k].empty() || !row.ok()) continue;
        row.repeats = static_cast<int>(times[k].size());
        row.time_ms = median_of(times[k]);
        row.rate = work_per_second(problem, versions[k], result.size, row.time_ms->value);
        const std::size_t of = on_device(row.kind) ? roof : baseline_roof;
        if (of == kNone) continue;
        const double work =
            work_of(problem, versions[k], result.size) / work_of(problem, versions[of], result.size);
        row.share = share_of(times[of], times[k], work);
    }
}

// Each round runs all versions in turn, so that drift (clocks, temperature, other programs) affects all of them
// alike. The output of the last round is compared with the reference.
void time_on_device(const std::vector<Version>& versions, const Plan& plan, Workspace& workspace,
                    Result& result, Times& times, LadderProgress& progress) {
    std::vector<std::size_t> running;
    for (std::size_t k = 0; k < versions.size(); ++k) {
        const Row& row = result.rows[k];
        if (on_device(versions[k].kind) && row.skipped.empty() && row.ok()) running.push_back(k);
    }
    if (running.empty()) return;
    gpu::Timer timer;
    progress.begin_timing();
    const int rounds = kWarmUps + plan.repeats;
    for (int round = -kWarmUps; round < plan.repeats; ++round) {
        progress.timing("timing, round " + terminal::of_all(static_cast<std::size_t>(round + kWarmUps + 1),
                                                            static_cast<std::size_t>(rounds)),
                        round + kWarmUps, rounds);
        for (const std::size_t k : running) {
            const Version& version = versions[k];
            const Call call = workspace.call(version.kind);
            const auto timed = [&] {
                workspace.flush_cache();
                timer.start();
                version.run(call);
                const double milliseconds = timer.stop_ms();
                if (round >= 0) times[k].push_back(milliseconds);
            };
            if (round == plan.repeats - 1) {
                run_checked(version, timed, workspace, result.rows[k]);
            } else {
                guarded(result.rows[k], timed);
            }
        }
    }
    result.machine.clocks = current_clocks(result.machine);
}

// New inputs for the timed runs, so that a version cannot reuse results from the check. False if the device is lost;
// the row of the version that lost it reports that.
bool refill(Workspace& workspace, std::uint64_t seed) {
    try {
        workspace.fill_inputs(seed);
        return true;
    } catch (const gpu::Error&) {
        return false;
    }
}

double milliseconds_of(const std::function<void()>& body) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    body();
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

constexpr double kWhile = 30;  // milliseconds
// After their work, threads spin for a while, on the cores that another library's need next; and those, just awake, may
// share a core until the system has distributed them. So they first run untimed for so long.
constexpr double kUntilSettled = 100;  // milliseconds

// The median of a few runs of one version in a row. A short run then finds its threads awake and its data in the
// cache.
double median_of_a_while(const Version& version, const Call& call) {
    std::vector<double> runs;
    for (double spent = 0; runs.empty() || spent < kWhile; spent += runs.back())
        runs.push_back(milliseconds_of([&] { version.run(call); }));
    return median_of(runs).value;
}

// Rounds here too, each version running for a while in turn, since a CPU's clock and load drift as well. A baseline
// may take seconds; it drops out when it has had enough time and as many rounds as the plan wants at the least. The roof runs to the
// end, since the shares need it. Before the first round each version is compared with the reference once more, on the
// new inputs.
void time_on_host(const std::vector<Version>& versions, const Plan& plan, Workspace& workspace,
                  Result& result, Times& times, LadderProgress& progress) {
    constexpr double kEnough = 300;  // milliseconds
    const std::size_t fewest = static_cast<std::size_t>(plan.fewest_on_host);
    constexpr std::size_t kNone = -1;
    std::vector<std::size_t> running;
    std::vector<double> spent(versions.size());
    std::size_t roof = kNone;
    for (std::size_t k = 0; k < versions.size(); ++k) {
        Row& row = result.rows[k];
        if (on_device(row.kind) || !row.skipped.empty() || !row.ok()) continue;
        workspace.poison(versions[k]);
        progress.version(row.name + " on the CPU", k + 1, versions.size());
        const Call call = workspace.call(versions[k].kind);
        const double first = milliseconds_of([&] { versions[k].run(call); });
        row.failure = workspace.check(versions[k], row.errors);
        if (!row.ok()) continue;
        if (first >= kWhile) {  // long enough for a measurement of its own
            times[k].push_back(first);
            spent[k] += first;
        }
        running.push_back(k);
        if (row.kind == Kind::BaselineRoof && roof == kNone) roof = k;
    }
    const auto done = [&](std::size_t k) { return times[k].size() >= fewest && spent[k] >= kEnough; };
    progress.begin_timing();
    std::string threads = Extras{}.threads;  // of the version before
    while (!std::all_of(running.begin(), running.end(), done)) {
        for (const std::size_t k : running) {
            if (done(k) && k != roof) continue;
            double so_far = 0;
            for (const std::size_t other : running) so_far += std::min(spent[other], kEnough);
            progress.timing("timing " + versions[k].name + " on the CPU", so_far,
                            kEnough * static_cast<double>(running.size()));
            const Call call = workspace.call(versions[k].kind);
            if (versions[k].extras.threads != threads && omp_get_max_threads() > 1) {
                for (double settling = 0; settling < kUntilSettled;)
                    settling += milliseconds_of([&] { versions[k].run(call); });
            }
            threads = versions[k].extras.threads;
            spent[k] += milliseconds_of([&] { times[k].push_back(median_of_a_while(versions[k], call)); });
        }
    }
}

}  // namespace

void measure(const Problem& problem, const std::vector<Version>& versions, const Plan& plan,
             Workspace& workspace, Result& result) {
    LadderProgress progress(plan);
    workspace.fill_inputs(plan.seed);
    for (const Version& version : versions) {
        progress.version(version.name, result.rows.size() + 1, versions.size());
        Row row;
        row.name = version.name;
        row.kind = version.kind;
        row.skipped = why_skipped(version, result.size);
        if (row.skipped.empty()) {
            run_checked(
                version, [&] { version.run(workspace.call(version.kind)); }, workspace, row);
        }
        result.rows.push_back(row);
    }

    Times times(versions.size());
    if (!refill(workspace, plan.seed + 1)) return;
    time_on_host(versions, plan, workspace, result, times, progress);
    if (!result.machine.emulated) time_on_device(versions, plan, workspace, result, times, progress);
    summarise(problem, versions, times, result);
}

void measure_loops(const Problem& problem, const std::vector<Version>& versions, const Plan& plan,
                   Workspace& workspace, Result& result) {
    // On the emulator a few repeats show how the counts grow; on a GPU a hundred hide the cost of the first launch.
    const int repeats = result.machine.emulated ? 4 : 100;
    const int rounds = result.machine.emulated ? 1 : plan.repeats;
    workspace.fill_inputs(plan.seed);
    LadderProgress progress(plan);
    std::size_t number = 0;
    for (const Version& version : versions) {
        progress.version(version.name, ++number, versions.size());
        if (version.kind != Kind::Rung || !why_skipped(version, result.size).empty()) continue;
        for (const Mode mode : {Mode::LaunchLoop, Mode::KernelLoop}) {
            if (mode == Mode::KernelLoop && !version.extras.repeated) continue;
            Row row;
            row.name = version.name;
            row.kind = version.kind;
            row.mode = mode;
            row.looped = repeats;
            const Call call = workspace.call(version.kind);
            const auto body = [&] {
                if (mode == Mode::KernelLoop) return version.extras.repeated(call, repeats);
                for (int i = 0; i < repeats; ++i) version.run(call);
            };
            run_checked(version, body, workspace, row);
            if (!result.machine.emulated) {
                gpu::Timer timer;
                std::vector<double> times;
                for (int round = 0; round < rounds; ++round) {
                    guarded(row, [&] {
                        timer.start();
                        body();
                        times.push_back(timer.stop_ms() / repeats);
                    });
                }
                if (row.ok()) {
                    row.repeats = rounds;
                    row.time_ms = median_of(times);
                    row.rate = work_per_second(problem, version, result.size, row.time_ms->value);
                }
            }
            result.rows.push_back(row);
        }
    }
    result.machine.clocks = current_clocks(result.machine);
}

}  // namespace ladder
