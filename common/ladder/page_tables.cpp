// See page_tables.hpp.
#include "common/ladder/page_tables.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "common/ladder/files.hpp"
#include "common/ladder/lesson_tables.hpp"
#include "common/ladder/list.hpp"
#include "common/ladder/marked_page.hpp"
#include "common/ladder/result_rows.hpp"
#include "common/ladder/session.hpp"

namespace ladder {
namespace {

// The output of a program in `folder`: "dram-model banks" runs dram-model with the argument banks. Throws
// std::runtime_error if it is missing or fails.
std::string output_of(const std::filesystem::path& folder, const std::string& command) {
    const std::string line = (folder / command).string();
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(line.c_str(), "r"), pclose);
    std::string text;
    for (int c = 0; pipe && (c = std::fgetc(pipe.get())) != EOF;) text += static_cast<char>(c);
    if (!pipe || pclose(pipe.release()) != 0) throw std::runtime_error("'" + line + "' failed; is it built?");
    return text;
}

std::vector<CsvRow> rows_of(const std::string& ladder, const std::vector<CsvRow>& results) {
    std::vector<CsvRow> rows;
    for (const CsvRow& row : results) {
        const auto cell = row.find("ladder");
        if ((cell == row.end() ? "" : cell->second) == ladder) rows.push_back(row);
    }
    return rows;
}

// The ladder that table `name` belongs to, or null. float-min-counts belongs to float-min even if there is a ladder
// float.
const Ladder* named_by(const std::string& name, const std::vector<Ladder>& ladders) {
    const Ladder* found = nullptr;
    for (const Ladder& ladder : ladders) {
        const std::string& own = ladder.problem().name;
        const bool longer = found == nullptr || own.size() > found->problem().name.size();
        if (name.rfind(own + "-", 0) == 0 && longer) found = &ladder;
    }
    return found;
}

// The names of the rungs that can run on this machine.
std::vector<std::string> rungs_of(const Ladder& ladder) {
    std::vector<std::string> names;
    for (const Version& version : ladder.versions())
        if (version.kind == Kind::Rung && version.extras.skipped.empty()) names.push_back(version.name);
    return names;
}

// The ladder's counts at its size for the emulator, or at the smaller one for loops.
Result counts_of(const Ladder& ladder, bool loops, const Options& options, const Machine& machine) {
    // Counts may depend on the input (which threads meet in a histogram), and a table must be the same every time.
    Options same_input = options;
    same_input.seed = options.seed.value_or(1);
    return Session(ladder.problem(), ladder.versions(), same_input, machine).counts(loops);
}

// A table of one ladder; `name` is without the ladder's. Nothing if the table must stay as it is: a GPU does not
// count.
std::optional<std::string> table_of(const Ladder& ladder, const std::string& name,
                                    const std::vector<CsvRow>& results, const Options& options,
                                    const Machine& machine) {
    const Problem& problem = ladder.problem();
    const std::vector<CsvRow> rows = rows_of(problem.name, results);
    if (const auto own = ladder.own_table(name, rows)) return own->empty() ? std::nullopt : own;
    if (name == "rungs") return list_markdown(ladder);
    if (name == "measured") return measured_table(problem, rows, rungs_of(ladder));
    if (name == "loops") return loops_table(problem, rows);
    if (name == "baselines") return baselines_table(problem, rows);
    if (name == "errors") return errors_table(rows);
    if (name != "counts" && name != "loop-counts" && name != "systems") {
        throw std::runtime_error("there is no table " + name + " in " + problem.chapter);
    }
    if (!machine.emulated) return std::nullopt;
    const Result counts = counts_of(ladder, name == "loop-counts", options, machine);
    if (name == "systems") return systems_table(problem, rows, counts);
    return name == "counts" ? counts_table(problem, counts) : loop_counts_table(counts);
}

}  // namespace

bool write_page_tables(const std::vector<Ladder>& ladders, const Options& options,
                       const std::string& program) {
    const Machine machine = this_machine();
    const std::string page = read_file(options.tables_file);
    const auto folder = std::filesystem::path(options.tables_file).parent_path() / "results";
    const std::vector<CsvRow> results = read_results(folder.string());
    const TableSource source = [&](const std::string& name) -> std::optional<std::string> {
        if (name.find(' ') != std::string::npos) {
            return output_of(std::filesystem::path(program).parent_path(), name);
        }
        if (ladders.size() > 1 && name == "ladders") return ladders_table(ladders, results);
        if (ladders.size() == 1) return table_of(ladders.front(), name, results, options, machine);
        const Ladder* const ladder = named_by(name, ladders);
        if (ladder == nullptr)
            throw std::runtime_error("there is no table " + name + " in " +
                                     ladders.front().problem().chapter);
        return table_of(*ladder, name.substr(ladder->problem().name.size() + 1), results, options, machine);
    };
    std::string fresh;
    try {
        fresh = with_tables(page, source);
    } catch (const std::exception& error) {
        throw std::runtime_error(options.tables_file + ": " + error.what());
    }
    if (fresh == page) return true;
    if (options.check_tables) {
        std::fprintf(stderr, "%s: its tables are not what the program says today; run make tables.\n",
                     options.tables_file.c_str());
        return false;
    }
    write_file(options.tables_file, fresh);
    std::printf("%s: tables written\n", options.tables_file.c_str());
    return true;
}

}  // namespace ladder
