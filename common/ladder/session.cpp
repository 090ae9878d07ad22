// See session.hpp.
#include "common/ladder/session.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "common/ladder/random_input.hpp"
#include "common/ladder/report.hpp"
#include "common/ladder/run_version.hpp"
#include "common/ladder/size.hpp"
#include "common/terminal/progress.hpp"

namespace ladder {
namespace {

constexpr int kDefaultRepeats = 30;

}  // namespace

Session::Session(const Problem& problem, std::vector<Version> versions, const Options& options,
                 const Machine& machine)
    : problem_(problem), versions_(std::move(versions)), options_(options), machine_(machine) {
    plan_.repeats = options_.repeats.value_or(kDefaultRepeats);
    if (options_.only_cpu) plan_.fewest_on_host = options_.repeats.value_or(plan_.fewest_on_host);
    plan_.seed = options_.seed.value_or(fresh_seed());
}

Result Session::ladder() const {
    const Size size = !options_.size.empty() ? parse_size(options_.size, problem_.size_on_gpu.size())
                      : machine_.emulated    ? problem_.size_on_emulator
                                             : problem_.size_on_gpu;
    return run(size, options_.loops, parts_wanted());
}

Session::Parts Session::parts_wanted() const {
    return options_.only_cpu ? Parts::Cpu : options_.skip_cpu ? Parts::Device : Parts::All;
}

std::vector<Result> Session::bench(const std::function<void(const std::vector<Result>&)>& done) const {
    // The most work for which the CPU's versions run. It is larger where the metric counts operations rather than
    // bytes.
    const double much_work = problem_.metric.key == kGigabytesPerSecond.key ? 2e9 : 7e10;
    std::vector<Result> results;
    std::size_t number = 0;
    const std::size_t of = problem_.bench_sizes.size() + problem_.loop_sizes.size();
    const auto add = [&](const Size& size, bool loops, Parts parts) {
        const std::string part = "size " + terminal::of_all(number, of) + ", " + to_string(size) + ", ";
        try {
            results.push_back(run(size, loops, parts, part));
        } catch (const std::invalid_argument& error) {  // this size does not fit the device
            std::printf("%s left out: %s\n\n", to_string(size).c_str(), error.what());
            return;
        }
        std::fputs(
            (text_report(problem_, results.back(), text_options_of_output(options_.bars.value_or(false))) +
             "\n")
                .c_str(),
            stdout);
        std::fflush(stdout);
        done(results);
    };
    for (const Size& size : problem_.bench_sizes) {
        ++number;
        const bool also_on_cpu = problem_.work(size) <= much_work && !problem_.on_request;
        if (also_on_cpu) add(size, false, parts_wanted());
        if (!also_on_cpu && !options_.only_cpu) add(size, false, Parts::Device);
    }
    for (const Size& size : problem_.loop_sizes) {
        ++number;
        if (!options_.only_cpu) add(size, true, Parts::Device);
    }
    return results;
}

Result Session::counts(bool loops) const {
    Size size = problem_.size_on_emulator;
    if (loops) {  // the loops repeat everything; the ratios are the same at an eighth of each extent
        constexpr std::size_t kSmaller = 8;
        for (std::size_t& extent : size) extent = std::max<std::size_t>(1, extent / kSmaller);
    }
    Result result = run(size, loops, Parts::Device);
    if (!result.ok())
        throw std::runtime_error("a version is not ok, so there is no table:\n" +
                                 text_report(problem_, result));
    return result;
}

Result Session::run(const Size& size, bool loops, Parts parts, const std::string& part) const {
    Result result;
    result.chapter = problem_.chapter;
    result.ladder = problem_.name;
    result.size = size;
    result.metric = problem_.metric;
    result.machine = machine_;
    result.seed = plan_.seed;
    std::vector<Version> versions;
    for (const Version& version : versions_) {
        if (parts == Parts::All || (parts == Parts::Device) == on_device(version.kind))
            versions.push_back(version);
    }
    Workspace workspace(problem_, size, machine_, parts != Parts::Cpu);
    result.input_bytes = workspace.input_bytes();
    result.output_bytes = workspace.output_bytes();
    Plan plan = plan_;
    plan.part = part;
    (loops ? measure_loops : measure)(problem_, versions, plan, workspace, result);
    return result;
}

}  // namespace ladder
