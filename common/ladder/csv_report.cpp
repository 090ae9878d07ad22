// Results as rows of CSV, the form in which they are committed beside a lesson. See report.hpp.
#include <algorithm>
#include <array>
#include <cstdio>

#include "common/ladder/csv.hpp"
#include "common/ladder/report.hpp"
#include "common/ladder/run_version.hpp"
#include "common/ladder/size.hpp"

namespace ladder {
namespace {

std::string cell(double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.6g", value);
    return text.data();
}

void append(std::vector<std::string>& cells, const std::optional<Median>& median) {
    if (!median) {
        cells.insert(cells.end(), 3, "");
        return;
    }
    cells.insert(cells.end(), {cell(median->value), cell(median->low), cell(median->high)});
}

}  // namespace

std::string csv_report(const std::vector<Result>& results) {
    const bool several = std::any_of(results.begin(), results.end(),
                                     [](const Result& result) { return !result.ladder.empty(); });
    const bool errors = std::any_of(results.begin(), results.end(), [](const Result& result) {
        return std::any_of(result.rows.begin(), result.rows.end(),
                           [](const Row& row) { return row.errors.has_value(); });
    });
    std::vector<std::string> headings = {
        "chapter", "device", "cpu",  "driver", "toolkit",   "date",      "clocks",      "size",
        "rung",    "on",     "mode", "ok",     "repeats",   "time_ms",   "time_ms_low", "time_ms_high",
        "metric",  "rate",   "roof", "share",  "share_low", "share_high"};
    if (several) headings.insert(headings.begin() + 1, "ladder");
    if (errors) headings.insert(headings.end(), {"error_largest", "error_rms"});
    std::string text = csv_line(headings);
    for (const Result& result : results) {
        const Machine& machine = result.machine;
        for (const Row& row : result.rows) {
            if (!row.skipped.empty() || (machine.emulated && on_device(row.kind)))
                continue;  // it has no time
            std::vector<std::string> cells = {result.chapter,
                                              machine.device,
                                              machine.cpu,
                                              machine.driver,
                                              machine.toolkit,
                                              machine.date,
                                              machine.clocks,
                                              to_string(result.size),
                                              row.name,
                                              on_device(row.kind) ? "device" : "cpu",
                                              mode_name(row.mode),
                                              row.ok() ? "yes" : "no",
                                              std::to_string(row.repeats)};
            append(cells, row.time_ms);
            cells.push_back(result.metric.key);
            cells.push_back(row.rate ? cell(*row.rate) : "");
            cells.push_back(row.share ? (on_device(row.kind) ? result.roof : result.baseline_roof) : "");
            append(cells, row.share);
            if (errors) {
                cells.push_back(row.errors ? cell(row.errors->largest) : "");
                cells.push_back(row.errors ? cell(row.errors->rms) : "");
            }
            if (several) cells.insert(cells.begin() + 1, result.ladder);
            text += csv_line(cells);
        }
    }
    return text;
}

}  // namespace ladder
