// The program of a chapter: arguments, choice of ladders, reports, exit codes. See ladder.hpp.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <stdexcept>

#include "common/cuda/check.hpp"
#include "common/ladder/files.hpp"
#include "common/ladder/ladder.hpp"
#include "common/ladder/list.hpp"
#include "common/ladder/page_tables.hpp"
#include "common/ladder/report.hpp"
#include "common/ladder/session.hpp"
#include "common/terminal/terminal.hpp"

namespace ladder {
namespace {

constexpr int kOk = 0;
constexpr int kSomethingIsWrong = 1;
constexpr int kBadArguments = 2;

// The ladders, and for each the versions that the arguments choose. A ladder without any is left out.
struct Choice {
    const Ladder* ladder;
    std::vector<Version> versions;
};

std::vector<Choice> choose(const std::vector<Ladder>& ladders, const Options& options) {
    std::vector<Choice> choices;
    for (const Ladder& ladder : ladders) {
        if (!options.ladder.empty() && options.ladder != ladder.problem().name) continue;
        if (options.ladder.empty() && !options.bench && ladder.problem().on_request) continue;
        Choice choice{&ladder, {}};
        for (const Version& version : ladder.versions()) {
            const auto& rungs = options.rungs;
            if (rungs.empty() || std::find(rungs.begin(), rungs.end(), version.name) != rungs.end()) {
                choice.versions.push_back(version);
            }
        }
        if (!choice.versions.empty()) choices.push_back(choice);
    }
    if (choices.empty()) {
        throw std::invalid_argument("the ladder " + options.ladder + " has no rung '" +
                                    options.rungs.front() + "'");
    }
    if (choices.size() > 1 && !options.size.empty()) {
        // A size identifies the ladder if only one ladder has as many extents.
        const std::size_t extents =
            1 + static_cast<std::size_t>(std::count(options.size.begin(), options.size.end(), 'x'));
        const auto other = [&](const Choice& choice) {
            return choice.ladder->problem().size_on_gpu.size() != extents;
        };
        choices.erase(std::remove_if(choices.begin(), choices.end(), other), choices.end());
        if (choices.size() != 1)
            throw std::invalid_argument("--size is of one ladder: choose it with --ladder NAME");
    }
    return choices;
}

int run_once(const std::vector<Choice>& choices, const Options& options, const Machine& machine) {
    std::vector<Result> results;
    for (const Choice& choice : choices) {
        const Problem& problem = choice.ladder->problem();
        results.push_back(Session(problem, choice.versions, options, machine).ladder());
        std::fputs(text_report(problem, results.back(), text_options_of_output(options.bars)).c_str(),
                   stdout);
        std::fflush(stdout);
    }
    if (!options.json_file.empty()) write_file(options.json_file, json_report(results));
    if (!options.csv_file.empty()) write_file(options.csv_file, csv_report(results));
    const bool ok =
        std::all_of(results.begin(), results.end(), [](const Result& result) { return result.ok(); });
    return ok ? kOk : kSomethingIsWrong;
}

int run_bench(const std::vector<Choice>& choices, const Options& options, const Machine& machine) {
    if (machine.emulated)
        throw std::invalid_argument(
            "--bench measures time, and the emulator has none: it needs a GPU. "
            "With --only-cpu it measures what runs on the CPU");
    std::vector<Result> all;
    for (const Choice& choice : choices) {
        const auto keep = [&](const std::vector<Result>& so_far) {
            std::vector<Result> results = all;
            results.insert(results.end(), so_far.begin(), so_far.end());
            if (!options.csv_file.empty()) write_file(options.csv_file, csv_report(results));
        };
        const Session session(choice.ladder->problem(), choice.versions, options, machine);
        const std::vector<Result> results = session.bench(keep);
        all.insert(all.end(), results.begin(), results.end());
    }
    const bool ok = std::all_of(all.begin(), all.end(), [](const Result& result) { return result.ok(); });
    return ok ? kOk : kSomethingIsWrong;
}

int run_options(const std::vector<Ladder>& ladders, const std::vector<std::string>& arguments,
                const std::string& program, const std::string& more_options) {
    const Options options = parse_options(arguments, ladders);
    if (options.help) {
        const std::string text = usage(program, ladders, more_options);
        std::fputs(terminal::folded_for(STDOUT_FILENO, text).c_str(), stdout);
        return kOk;
    }
    if (options.list) {
        std::fputs((options.list_as_json ? list_json : list_text)(ladders).c_str(), stdout);
        return kOk;
    }
    if (!options.tables_file.empty()) {
        return write_page_tables(ladders, options, program) ? kOk : kSomethingIsWrong;
    }
    const std::vector<Choice> choices = choose(ladders, options);
    const Machine machine = options.only_cpu ? without_device(this_machine()) : this_machine();
    return (options.bench ? run_bench : run_once)(choices, options, machine);
}

}  // namespace

int run(const std::vector<Ladder>& ladders, int argc, char** argv, const std::string& more_options) {
    const std::string program = argc > 0 ? argv[0] : ladders.front().problem().chapter;
    try {
        return run_options(ladders, {argv + std::min(argc, 1), argv + argc}, program, more_options);
    } catch (const std::invalid_argument& error) {
        std::fprintf(stderr, "%s: %s.\n", program.c_str(), error.what());
    } catch (const gpu::Error& error) {
        std::fprintf(stderr, "%s: %s\n", program.c_str(), error.what());
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "%s: this machine has not enough memory for the arrays; use a smaller --size.\n",
                     program.c_str());
    } catch (const std::runtime_error& error) {
        std::fprintf(stderr, "%s: %s\n", program.c_str(), error.what());
        return kSomethingIsWrong;
    }
    return kBadArguments;
}

}  // namespace ladder
