// The program around the measurements: arguments, what to run at which sizes, where the reports go, exit codes. See
// ladder.hpp.
#include "common/ladder/ladder.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <new>
#include <sstream>
#include <stdexcept>

#include "common/cuda/check.hpp"
#include "common/ladder/lesson_tables.hpp"
#include "common/ladder/marked_page.hpp"
#include "common/ladder/measure.hpp"
#include "common/ladder/options.hpp"
#include "common/ladder/random_input.hpp"
#include "common/ladder/report.hpp"
#include "common/ladder/run_version.hpp"
#include "common/ladder/size.hpp"

namespace ladder {
namespace {

constexpr int kOk = 0;
constexpr int kSomethingIsWrong = 1;
constexpr int kBadArguments = 2;
constexpr int kDefaultRepeats = 30;

std::string read_file(const std::string& path) {
    std::ifstream stream(path);
    if (!stream) throw std::invalid_argument("cannot read " + path);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
}

// What a program in `folder` prints: "dram-model banks" runs dram-model with the argument banks. Throws
// std::runtime_error where it is missing or fails.
std::string output_of(const std::filesystem::path& folder, const std::string& command) {
    const std::string line = (folder / command).string();
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(line.c_str(), "r"), pclose);
    std::string text;
    for (int c = 0; pipe && (c = std::fgetc(pipe.get())) != EOF;) text += static_cast<char>(c);
    if (!pipe || pclose(pipe.release()) != 0) throw std::runtime_error("'" + line + "' failed; is it built?");
    return text;
}

void write_file(const std::string& path, const std::string& text) {
    std::ofstream stream(path);
    stream << text;
    stream.close();
    if (!stream) throw std::invalid_argument("cannot write " + path);
}

// One call of run(): the options and the machine, and the steps that need both.
class Session {
  public:
    Session(const Problem& problem, std::vector<Version> versions, Options options)
        : problem_(problem),
          versions_(std::move(versions)),
          options_(std::move(options)),
          machine_(this_machine()) {
        plan_.repeats = options_.repeats.value_or(kDefaultRepeats);
        plan_.seed = options_.seed.value_or(fresh_seed());
    }

    // The versions at one size.
    int ladder() const {
        const Size size =
            options_.size.value_or(machine_.emulated ? problem_.size_on_emulator : problem_.size_on_gpu);
        const Result result = run(size, options_.loops, !options_.skip_cpu);
        std::fputs(text_report(problem_, result).c_str(), stdout);
        if (!options_.json_file.empty()) write_file(options_.json_file, json_report(result));
        if (!options_.csv_file.empty()) write_file(options_.csv_file, csv_report({result}));
        return result.ok() ? kOk : kSomethingIsWrong;
    }

    // Everything at all sizes of the lesson; what takes long only at the smaller ones.
    int bench() const {
        if (machine_.emulated)
            throw std::invalid_argument("--bench measures time, and the emulator has none: it needs a GPU");
        constexpr double kMuchWork = 2e9;
        std::vector<Result> results;
        const auto add = [&](const Size& size, bool loops, bool with_cpu) {
            results.push_back(run(size, loops, with_cpu));
            std::fputs((text_report(problem_, results.back()) + "\n").c_str(), stdout);
            std::fflush(stdout);
            // After every size, so that what was measured is kept should a later size fail.
            if (!options_.csv_file.empty()) write_file(options_.csv_file, csv_report(results));
        };
        for (const Size& size : problem_.bench_sizes) {
            const bool little = problem_.work(size) <= kMuchWork;
            add(size, false, little && !options_.skip_cpu);
        }
        for (const Size& size : problem_.loop_sizes) add(size, true, false);
        const bool ok =
            std::all_of(results.begin(), results.end(), [](const Result& result) { return result.ok(); });
        return ok ? kOk : kSomethingIsWrong;
    }

    // The counts for the tables of a lesson, on the emulator.
    Result counts(bool loops) const {
        Size size = problem_.size_on_emulator;
        if (loops) {  // the ratios are the same at an eighth of each extent, and the loops run everything several times
            constexpr std::size_t kSmaller = 8;
            for (std::size_t& extent : size) extent = std::max<std::size_t>(1, extent / kSmaller);
        }
        Result result = run(size, loops, false);
        if (!result.ok())
            throw std::runtime_error("a version is not ok, so there is no table:\n" +
                                     text_report(problem_, result));
        return result;
    }

    bool emulated() const { return machine_.emulated; }

  private:
    Result run(const Size& size, bool loops, bool with_cpu) const {
        Result result;
        result.chapter = problem_.chapter;
        result.size = size;
        result.metric = problem_.metric;
        result.machine = machine_;
        result.seed = plan_.seed;
        std::vector<Version> versions;
        for (const Version& version : versions_) {
            if (with_cpu || on_device(version.kind)) versions.push_back(version);
        }
        Workspace workspace(problem_, size, machine_);
        result.input_bytes = workspace.input_bytes();
        result.output_bytes = workspace.output_bytes();
        (loops ? measure_loops : measure)(problem_, versions, plan_, workspace, result);
        return result;
    }

    const Problem& problem_;
    std::vector<Version> versions_;
    Options options_;
    Machine machine_;
    Plan plan_;
};

}  // namespace

bool Result::ok() const {
    return std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.ok(); });
}

std::vector<CountColumn> memory_columns() {
    return {
        {"sectors\nper load", {"global_load_sectors"}, {"global_load_requests"}},
        {"sectors\nper store", {"global_store_sectors"}, {"global_store_requests"}},
        {"wavefronts\nper load", {"shared_load_wavefronts"}, {"shared_load_requests"}},
        {"wavefronts\nper store", {"shared_store_wavefronts"}, {"shared_store_requests"}},
        {"bank\nconflicts", {"shared_load_bank_conflicts", "shared_store_bank_conflicts"}, {}},
        {"DRAM read\n/ least", {"dram_read_bytes"}, {"ideal_read"}},
        {"DRAM write\n/ least", {"dram_write_bytes"}, {"ideal_write"}},
    };
}

Ladder::Ladder(Problem problem) : problem_(std::move(problem)) {}

void Ladder::baseline_roof(std::string name, Function run, Extras extras) {
    versions_.push_back({Kind::BaselineRoof, std::move(name), std::move(run), std::move(extras)});
}
void Ladder::baseline(std::string name, Function run, Extras extras) {
    versions_.push_back({Kind::Baseline, std::move(name), std::move(run), std::move(extras)});
}
void Ladder::roof(std::string name, Function run, Extras extras) {
    versions_.push_back({Kind::Roof, std::move(name), std::move(run), std::move(extras)});
}
void Ladder::rung(std::string name, Function run, Extras extras) {
    versions_.push_back({Kind::Rung, std::move(name), std::move(run), std::move(extras)});
}
void Ladder::historical(Historical figures) { historical_ = std::move(figures); }
void Ladder::table(std::string name, std::function<std::string()> markdown) {
    tables_[std::move(name)] = std::move(markdown);
}

int Ladder::write_tables(const Options& options, const std::string& program) const {
    const Session session(problem_, versions_, options);
    const std::string page = read_file(options.tables_file);
    const auto folder = std::filesystem::path(options.tables_file).parent_path() / "results";
    const std::vector<CsvRow> results = read_results(folder.string());
    const TableSource source = [&](const std::string& name) -> std::optional<std::string> {
        const auto own = tables_.find(name);
        if (own != tables_.end()) return own->second();
        if (name == "measured") return measured_table(problem_, results);
        if (name == "loops") return loops_table(problem_, results);
        if (name == "baselines") return baselines_table(problem_, results);
        if (name == "historical" && historical_) return historical_table(problem_, *historical_, results);
        if (name.find(' ') != std::string::npos) {
            return output_of(std::filesystem::path(program).parent_path(), name);
        }
        if (name != "counts" && name != "loop-counts") {
            throw std::runtime_error("there is no table " + name + " in " + problem_.chapter);
        }
        if (!session.emulated()) return std::nullopt;  // a GPU does not count: the emulator's table stays
        return name == "counts" ? counts_table(problem_, session.counts(false))
                                : loop_counts_table(session.counts(true));
    };
    std::string fresh;
    try {
        fresh = with_tables(page, source);
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(options.tables_file + ": " + error.what());
    }
    if (fresh == page) return kOk;
    if (options.check_tables) {
        std::fprintf(stderr, "%s: its tables are not what the program says today; run make tables.\n",
                     options.tables_file.c_str());
        return kSomethingIsWrong;
    }
    write_file(options.tables_file, fresh);
    std::printf("%s: tables written\n", options.tables_file.c_str());
    return kOk;
}

int Ladder::run(int argc, char** argv) const {
    const std::string program = argc > 0 ? argv[0] : problem_.chapter;
    try {
        std::vector<std::string> names;
        for (const Version& version : versions_) names.push_back(version.name);
        const Options options = parse_options({argv + 1, argv + argc}, problem_.size_on_gpu.size(), names);
        if (options.help) {
            std::fputs(usage(program, problem_, names).c_str(), stdout);
            return kOk;
        }
        if (!options.tables_file.empty()) return write_tables(options, program);
        std::vector<Version> chosen;
        for (const Version& version : versions_) {
            const auto& rungs = options.rungs;
            if (rungs.empty() || std::find(rungs.begin(), rungs.end(), version.name) != rungs.end()) {
                chosen.push_back(version);
            }
        }
        const Session session(problem_, chosen, options);
        return options.bench ? session.bench() : session.ladder();
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
