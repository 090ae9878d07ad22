// The report for the terminal. See report.hpp.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "common/ladder/report.hpp"
#include "common/ladder/run_version.hpp"
#include "common/ladder/size.hpp"
#include "common/ladder/text_table.hpp"
#include "common/terminal/terminal.hpp"

namespace ladder {
namespace {

constexpr double kSectorBytes = 32;

std::optional<double> sum(const std::vector<std::string>& keys, const Row& row, const Result& result) {
    double total = 0;
    for (const std::string& key : keys) {
        if (key == "1") {
            total += 1;
        } else if (key == "ideal_read") {
            total += result.input_bytes;
        } else if (key == "ideal_write") {
            total += result.output_bytes;
        } else if (key == "ideal_read_sectors") {
            total += std::ceil(result.input_bytes / kSectorBytes);
        } else if (key == "ideal_write_sectors") {
            total += std::ceil(result.output_bytes / kSectorBytes);
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

// Colours change no width, so they come after the layout.
std::string with_red_verdicts(std::string table, bool colours) {
    const std::string wrong = "WRONG", red = terminal::styled(wrong, terminal::Style::Bad, colours);
    for (std::size_t at = 0; (at = table.find(wrong, at)) != std::string::npos; at += red.size())
        table.replace(at, wrong.size(), red);
    return table;
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

// The rates of the rows on the device or on the CPU. Empty if fewer than two have one.
std::string rate_bars(const Result& result, bool device, const BarLook& look) {
    const std::string& roof = device ? result.roof : result.baseline_roof;
    std::vector<std::string> names;
    BarColumn column{result.metric.heading, {}, std::nullopt, roof};
    std::ptrdiff_t rates = 0;
    for (const Row& row : result.rows) {
        if (on_device(row.kind) != device || !row.skipped.empty()) continue;
        const bool is_roof = row.name == roof;
        if (is_roof) column.mark = row.rate;
        names.push_back(name_of(row));
        column.bars.push_back({row.rate, row.rate ? format_rate(*row.rate) : verdict(row), is_roof});
        if (row.rate) ++rates;
    }
    return rates < 2 ? "" : bar_chart(names, {column}, look) + "\n";
}

std::string count_bars(const Problem& problem, const Result& result, const BarLook& look) {
    const auto counted = [&](const Row& row) {
        return on_device(row.kind) && row.skipped.empty() && (!row.ok() || !row.counters.empty());
    };
    std::vector<std::string> names;
    for (const Row& row : result.rows)
        if (counted(row)) names.push_back(name_of(row));
    std::vector<BarColumn> columns;
    for (const CountBars& bars : problem.bars) {
        BarColumn column{bars.heading, {}, std::nullopt, "the least"};
        for (const Row& row : result.rows) {
            if (!counted(row)) continue;
            const std::optional<double> value = row.ok() ? sum(bars.counters, row, result) : std::nullopt;
            column.bars.push_back({value, value ? format_count(*value) : row.ok() ? "-" : verdict(row)});
            if (!bars.least.empty()) column.mark = sum(bars.least, row, result);
        }
        columns.push_back(column);
    }
    return names.size() < 2 || columns.empty() ? "" : bar_chart(names, columns, look) + "\n";
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

std::string text_report(const Problem& problem, const Result& result, const TextOptions& options) {
    std::string text = heading(result) + "\n";
    const auto add = [&](const TextTable& table) {
        if (!table.empty())
            text += with_red_verdicts(table.to_text(options.widest_table), options.colours) + "\n";
    };
    const bool emulated = result.machine.emulated;
    add(emulated ? count_table(problem, result) : time_table(result, true));
    if (options.bars)
        text +=
            emulated ? count_bars(problem, result, *options.bars) : rate_bars(result, true, *options.bars);
    add(time_table(result, false));
    if (options.bars) text += rate_bars(result, false, *options.bars);
    for (const Row& row : result.rows) {
        if (!row.skipped.empty()) text += name_of(row) + " was skipped: " + row.skipped + "\n";
    }
    for (const Row& row : result.rows) {
        if (!row.ok())
            text += terminal::styled(name_of(row) + " is wrong:", terminal::Style::Bad, options.colours) +
                    " " + row.failure + "\n";
    }
    if (!result.ok()) text += "The inputs come back with --seed " + std::to_string(result.seed) + ".\n";
    return text;
}

TextOptions text_options_of_output(std::optional<bool> bars) {
    const std::optional<std::size_t> columns = terminal::columns(STDOUT_FILENO);
    TextOptions options;
    if (bars.value_or(columns.has_value())) options.bars = look_of_output();
    if (columns) options.widest_table = *columns;
    options.colours = terminal::shows_colours(STDOUT_FILENO);
    return options;
}

}  // namespace ladder
