// See lesson_tables.hpp.
#include "common/ladder/lesson_tables.hpp"

#include <algorithm>
#include <functional>

#include "common/ladder/report.hpp"
#include "common/ladder/result_rows.hpp"
#include "common/ladder/run_version.hpp"
#include "common/ladder/size.hpp"
#include "common/ladder/text_table.hpp"

namespace ladder {
namespace {

// "2048x2048: 30 runs, SM 1980 MHz / memory 3201 MHz": clocks and numbers of runs differ from size to size.
std::string where_measured(const std::vector<CsvRow>& rows) {
    const CsvRow& first = rows.front();
    std::string text = first.at("device") + ", CUDA " + first.at("toolkit") + ", driver for CUDA " +
                       first.at("driver") + ", " + first.at("date");
    if (!first.at("clocks").empty()) text += ", " + first.at("clocks");
    return text;
}

constexpr std::size_t kMostColumns = 8;  // that fit a page

// The names of the rows. Each of `rungs` without a row is inserted before the next rung that has one.
std::vector<std::string> with_unmeasured(std::vector<std::string> names,
                                         const std::vector<std::string>& rungs) {
    const auto place_of = [&](const std::string& name) {
        return std::find(names.begin(), names.end(), name);
    };
    auto before = names.end();
    for (auto rung = rungs.rbegin(); rung != rungs.rend(); ++rung) {
        const auto found = place_of(*rung);
        before = found != names.end() ? found : names.insert(before, *rung);
    }
    return names;
}

// One table for each machine, with the machine as its heading: a row for each rung, a column for each value of
// `heading`. Too many columns are split into several tables.
std::string by_machine(const std::vector<CsvRow>& rows, const std::string& machine,
                       const std::string& heading,
                       const std::function<std::string(const std::string& value)>& column,
                       const std::function<std::string(const CsvRow&)>& cell, const std::string& first_column,
                       const std::function<std::string(const std::vector<CsvRow>&)>& caption,
                       const std::vector<std::string>& rungs = {}) {
    if (rows.empty()) return kNoResults;
    std::string text;
    for (const std::string& name : values_of(rows, machine)) {
        const auto here = filter(rows, [&](const CsvRow& row) { return row.at(machine) == name; });
        const std::vector<std::string> columns = values_of(here, heading);
        text += (text.empty() ? "" : "\n") + caption(here) + "\n";
        const std::vector<std::string> measured = values_of(here, "rung");
        for (std::size_t first = 0; first < columns.size(); first += kMostColumns) {
            const std::size_t end = std::min(columns.size(), first + kMostColumns);
            std::vector<std::string> headings = {first_column};
            for (std::size_t k = first; k < end; ++k) headings.push_back(column(columns[k]));
            TextTable table(headings);
            for (const std::string& rung : with_unmeasured(measured, rungs)) {
                std::vector<std::string> cells = {rung};
                for (std::size_t k = first; k < end; ++k) {
                    const CsvRow* row = find(here, {{"rung", rung}, {heading, columns[k]}});
                    cells.push_back(row == nullptr ? "-" : cell(*row));
                }
                if (std::find(measured.begin(), measured.end(), rung) == measured.end())
                    cells[1] = "not measured yet";
                table.add(cells);
            }
            text += "\n" + table.to_markdown();
        }
    }
    return text;
}

}  // namespace

std::string counts_table(const Problem& problem, const Result& result) {
    std::vector<std::string> headings = {"rung"};
    for (const CountColumn& column : problem.columns) headings.push_back(column.heading);
    TextTable table(headings);
    for (const Row& row : result.rows) {
        if (!on_device(row.kind) || row.counters.empty()) continue;
        std::vector<std::string> cells = {row.name};
        for (const CountColumn& column : problem.columns) cells.push_back(count_cell(column, row, result));
        table.add(cells);
    }
    return "Counted by the emulator at " + to_string(result.size) + ".\n\n" + table.to_markdown();
}

std::string loop_counts_table(const Result& result) {
    TextTable table({"rung", "loop", "launches", "bytes asked for", "bytes that differ within a launch"});
    for (const Row& row : result.rows) {
        if (row.counters.empty()) continue;
        const auto count = [&](const char* key) { return row.counters.at(key); };
        constexpr double kSectorBytes = 32;
        const double asked = kSectorBytes * (count("global_load_sectors") + count("global_store_sectors"));
        const double distinct = count("dram_read_bytes") + count("dram_write_bytes");
        const double once = result.input_bytes + result.output_bytes;
        table.add({row.name, mode_name(row.mode),
                   row.mode == Mode::KernelLoop ? "1" : std::to_string(row.looped),
                   format_ratio(asked / once), format_ratio(distinct / once)});
    }
    return "Counted by the emulator at " + to_string(result.size) +
           ", in units of the matrix read once and written once.\n\n" + table.to_markdown();
}

std::string measured_table(const Problem& problem, const std::vector<CsvRow>& rows,
                           const std::vector<std::string>& rungs) {
    const auto cold =
        filter(rows, [](const CsvRow& row) { return row.at("on") == "device" && row.at("mode") == "cold"; });
    return by_machine(
        cold, "device", "size", [](const std::string& size) { return size; },
        [](const CsvRow& row) { return rate_of(&row) + share_of(row); }, "rung",
        [&](const std::vector<CsvRow>& here) {
            const std::string roof = here.front().at("roof");
            return problem.metric.heading + (roof.empty() ? "" : ", in brackets the share of " + roof) +
                   "; medians. " + where_measured(here) + ".";
        },
        rungs);
}

std::string loops_table(const Problem& problem, const std::vector<CsvRow>& rows) {
    const auto looped =
        filter(rows, [](const CsvRow& row) { return row.at("on") == "device" && row.at("mode") != "cold"; });
    if (looped.empty()) return kNoResults;
    std::string text;
    for (const Size& loop_size : problem.loop_sizes) {
        const std::string size = to_string(loop_size);
        const auto names = values_of(looped, "rung");
        const auto here = filter(rows, [&](const CsvRow& row) {
            return row.at("on") == "device" && row.at("size") == size &&
                   std::find(names.begin(), names.end(), row.at("rung")) != names.end();
        });
        text += (text.empty() ? "" : "\n") + by_machine(
                                                 here, "device", "mode",
                                                 [](const std::string& mode) {
                                                     return mode == mode_name(Mode::Cold) ? "one cold launch"
                                                                                          : mode;
                                                 },
                                                 [](const CsvRow& row) { return rate_of(&row); }, "rung",
                                                 [&](const std::vector<CsvRow>& of_device) {
                                                     return problem.metric.heading + " at " + size +
                                                            "; medians. " + where_measured(of_device) + ".";
                                                 });
    }
    return text;
}

std::string baselines_table(const Problem& problem, const std::vector<CsvRow>& rows) {
    const auto baselines = filter(rows, [](const CsvRow& row) { return row.at("on") == "cpu"; });
    return by_machine(
        baselines, "cpu", "size", [](const std::string& size) { return size; },
        [](const CsvRow& row) { return rate_of(&row) + share_of(row); }, "on the CPU",
        [&](const std::vector<CsvRow>& here) {
            return problem.metric.heading + ", in brackets the share of " + here.front().at("roof") +
                   "; medians. " + here.front().at("cpu") + ", " + here.front().at("date") + ".";
        });
}

std::string errors_table(const std::vector<CsvRow>& rows) {
    const auto with_errors = filter(rows, [](const CsvRow& row) {
        return !row.at("device").empty() && row.at("mode") == "cold" && row.count("error_largest") > 0 &&
               !row.at("error_largest").empty();
    });
    const auto error = [](const CsvRow& row, const char* key) {
        return format_error(std::stod(row.at(key)));
    };
    return by_machine(
        with_errors, "device", "size", [](const std::string& size) { return size; },
        [&](const CsvRow& row) { return error(row, "error_largest") + " (" + error(row, "error_rms") + ")"; },
        "version",
        [](const std::vector<CsvRow>& here) {
            return "Largest error, in brackets the root of the mean square; each in units of what was added "
                   "up. " +
                   where_measured(here) + ".";
        });
}

std::string historical_table(const Problem& problem, const Historical& historical,
                             const std::vector<CsvRow>& rows) {
    const std::string size = to_string(historical.size);
    const auto ours = filter(rows, [&](const CsvRow& row) {
        return row.at("on") == "device" && row.at("mode") == "cold" && row.at("size") == size;
    });
    const std::vector<std::string> devices = values_of(ours, "device");
    std::vector<std::string> headings = {"rung", historical.source};
    headings.insert(headings.end(), devices.begin(), devices.end());
    TextTable table(headings);
    for (const auto& [name, value] : historical.values) {
        std::vector<std::string> cells = {name, format_rate(value)};
        for (const std::string& device : devices)
            cells.push_back(rate_of(find(ours, {{"device", device}, {"rung", name}})));
        table.add(cells);
    }
    return problem.metric.heading + " at " + size + ".\n\n" + table.to_markdown();
}

}  // namespace ladder
