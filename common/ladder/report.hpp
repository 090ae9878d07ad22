// A result as text, JSON and CSV.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/ladder/bars.hpp"
#include "common/ladder/result.hpp"
#include "common/ladder/text_table.hpp"

namespace ladder {

struct TextOptions {
    std::optional<BarLook>
        bars;  // below each table: the rates, with the roof as a line, or the problem's counts
    std::size_t widest_table = TextTable::kAnyWidth;
    bool colours = false;
};

// One table for the device and one for the baselines, then a line for each version that failed.
std::string text_report(const Problem& problem, const Result& result, const TextOptions& options = {});

// What this program's output can show: on a terminal bars, unless `bars` says otherwise, tables no wider than it, and
// colours.
TextOptions text_options_of_output(std::optional<bool> bars);

// One object: chapter, device, emulated, size, rungs. Keys that do not apply to a rung are absent.
std::string json_report(const Result& result);

// The object for one result, an array of objects for several.
std::string json_report(const std::vector<Result>& results);

// The text as a JSON string, with quotation marks.
std::string json_string(const std::string& text);

// Rows of several results under one line of headings.
std::string csv_report(const std::vector<Result>& results);

// A row's value in a column of counts; "-" if the row has no such count.
std::string count_cell(const CountColumn& column, const Row& row, const Result& result);

// A mode's name for a person: "kernel loop".
const char* mode_name(Mode mode);

}  // namespace ladder
