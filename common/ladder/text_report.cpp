// The report for the terminal. See report.hpp.
#include <algorithm>
#include <optional>

#include "common/ladder/report.hpp"
#include "common/ladder/run_version.hpp"
#include "common/ladder/size.hpp"
#include "common/ladder/text_table.hpp"

namespace ladder {
namespace {

std::optional<double> sum(const std::vector<std::string>& keys, const Row& row, const Result& result) {
    double total = 0;
    for (const std::string& key : keys) {
        if (key == "ideal_read") {
            total += result.input_bytes;
        } else if (key == "ideal_write") {
            total += result.output_bytes;
        } else {
            const auto counter = row.counters.find(key);
            if (counter == row.counters.end()) return std::nullopt;
            total += counter->second;
        }
    }
    return total;
}

std::string verdict(const Row& row) {
    if (!row.skipped.empty()) return "skipped";
    return row.ok() ? "ok" : "WRONG";
}

std::string name_of(const Row& row) {
    return row.mode == Mode::Cold ? row.name : row.name + ", " + mode_name(row.mode);
}

std::string interval(const Median& median, std::string (*format)(double)) {
    return format(median.low) + " - " + format(median.high);
}

bool has_errors(const Result& result) {
    return std::any_of(result.rows.begin(), result.rows.end(),
                       [](const Row& row) { return row.errors.has_value(); });
}

std::string error_cell(const Row& row, double Errors::*figure) {
    return row.errors ? format_error((*row.errors).*figure) : "-";
}

TextTable time_table(const Result& result, bool device) {
    const std::string& roof = device ? result.roof : result.baseline_roof;
    std::vector<std::string> headings = {device ? "rung" : "on the CPU", "", "ms", "95 % interval",
                                         result.metric.heading};
    if (!roof.empty()) {
        headings.push_back("of " + roof);
        headings.push_back("95 % interval");
    }
    const bool errors = has_errors(result);
    const std::size_t without_errors = headings.size();
    if (errors) headings.insert(headings.end(), {"largest\nerror", "rms\nerror"});
    TextTable table(headings);
    for (const Row& row : result.rows) {
        if (on_device(row.kind) != device) continue;
        std::vector<std::string> cells = {name_of(row), verdict(row)};
        if (row.time_ms) {
            cells.push_back(format_ms(row.time_ms->value));
            cells.push_back(interval(*row.time_ms, format_ms));
            cells.push_back(format_rate(*row.rate));
        }
        if (row.share) {
            cells.push_back(format_ratio(row.share->value));
            cells.push_back(interval(*row.share, format_ratio));
        }
        if (errors && row.skipped.empty()) {
            cells.resize(without_errors);
            cells.push_back(error_cell(row, &Errors::largest));
            cells.push_back(error_cell(row, &Errors::rms));
        }
        table.add(cells);
    }
    return table;
}

TextTable count_table(const Problem& problem, const Result& result) {
    std::vector<std::string> headings = {"rung", ""};
    for (const CountColumn& column : problem.columns) headings.push_back(column.heading);
    const bool errors = has_errors(result);
    if (errors) headings.push_back("largest\nerror");
    TextTable table(headings);
    for (const Row& row : result.rows) {
        if (!on_device(row.kind)) continue;
        std::vector<std::string> cells = {name_of(row), verdict(row)};
        for (const CountColumn& column : problem.columns) cells.push_back(count_cell(column, row, result));
        if (errors) cells.push_back(error_cell(row, &Errors::largest));
        table.add(cells);
    }
    return table;
}

std::string heading(const Result& result) {
    const Machine& machine = result.machine;
    std::string text = result.chapter + ", " + (result.ladder.empty() ? "" : result.ladder + ", ") +
                       to_string(result.size) + ", ";
    if (machine.device.empty()) return text + machine.cpu + ":\n";
    if (machine.emulated) return text + "on the emulator, which counts and has no times:\n";
    text += machine.device + ", CUDA " + machine.toolkit + ", driver for CUDA " + machine.driver;
    if (!machine.clocks.empty()) text += ", " + machine.clocks;
    return text + ":\n";
}

}  // namespace

const char* mode_name(Mode mode) {
    switch (mode) {
        case Mode::Cold:
            return "cold";
        case Mode::LaunchLoop:
            return "loop over launches";
        case Mode::KernelLoop:
            return "loop in the kernel";
    }
    return "";
}

std::string count_cell(const CountColumn& column, const Row& row, const Result& result) {
    const std::optional<double> numerator = sum(column.numerator, row, result);
    if (!numerator) return "-";
    if (column.denominator.empty()) return format_count(*numerator);
    const std::optional<double> denominator = sum(column.denominator, row, result);
    if (!denominator || *denominator == 0) return "-";
    return format_ratio(*numerator / *denominator);
}

std::string text_report(const Problem& problem, const Result& result) {
    std::string text = heading(result) + "\n";
    const TextTable device =
        result.machine.emulated ? count_table(problem, result) : time_table(result, true);
    if (!device.empty()) text += device.to_text() + "\n";
    const TextTable host = time_table(result, false);
    if (!host.empty()) text += host.to_text() + "\n";
    for (const Row& row : result.rows) {
        if (!row.skipped.empty()) text += name_of(row) + " was skipped: " + row.skipped + "\n";
    }
    for (const Row& row : result.rows) {
        if (!row.ok()) text += name_of(row) + " is wrong: " + row.failure + "\n";
    }
    if (!result.ok()) text += "The inputs come back with --seed " + std::to_string(result.seed) + ".\n";
    return text;
}

}  // namespace ladder
