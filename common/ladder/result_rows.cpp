// See result_rows.hpp.
#include "common/ladder/result_rows.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "common/ladder/text_table.hpp"

namespace ladder {
namespace {

void require_number(const CsvRow& row, const std::string& heading) {
    const std::string& cell = row.at(heading);
    if (cell.empty()) return;
    std::istringstream stream(cell);
    double value = 0;
    stream >> value;
    if (!stream || !(stream >> std::ws).eof() || value < 0)
        throw std::runtime_error("'" + cell + "' is no " + heading);
}

// Checks the columns that the tables need: a file may be written by hand, or by an older version of the program.
void validate(const CsvRow& row) {
    for (const char* const heading :
         {"chapter", "device", "cpu", "driver", "toolkit", "date", "clocks", "size", "rung", "on", "mode",
          "ok", "metric", "rate", "roof", "share"}) {
        if (row.count(heading) == 0)
            throw std::runtime_error("the column '" + std::string(heading) +
                                     "' is missing; `make bench` writes all that are needed");
    }
    if (row.at("on") != "device" && row.at("on") != "cpu")
        throw std::runtime_error("'" + row.at("on") +
                                 "' is neither device nor cpu, which the column 'on' says");
    require_number(row, "rate");
    require_number(row, "share");
}

std::vector<CsvRow> rows_of_file(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::stringstream text;
    text << stream.rdbuf();
    const std::vector<CsvRow> rows = parse_csv(text.str());
    if (rows.empty() || rows.front().count("rung") == 0) return {};
    for (std::size_t k = 0; k < rows.size(); ++k) {
        try {
            validate(rows[k]);
        } catch (const std::runtime_error& error) {
            throw std::runtime_error("line " + std::to_string(k + 2) + ": " + error.what());
        }
    }
    return rows;
}

}  // namespace

std::vector<CsvRow> read_results(const std::string& folder) {
    std::vector<std::filesystem::path> files;
    if (std::filesystem::is_directory(folder)) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() == ".csv") files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<CsvRow> rows;
    for (const auto& file : files) {
        try {
            const std::vector<CsvRow> more = rows_of_file(file);
            rows.insert(rows.end(), more.begin(), more.end());
        } catch (const std::runtime_error& error) {
            throw std::runtime_error(file.string() + ": " + error.what());
        }
    }
    return rows;
}

std::vector<CsvRow> filter(const std::vector<CsvRow>& rows,
                           const std::function<bool(const CsvRow&)>& wanted) {
    std::vector<CsvRow> kept;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(kept), wanted);
    return kept;
}

std::vector<std::string> values_of(const std::vector<CsvRow>& rows, const std::string& heading) {
    std::vector<std::string> values;
    for (const CsvRow& row : rows) {
        const std::string& value = row.at(heading);
        if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    }
    return values;
}

const CsvRow* find(const std::vector<CsvRow>& rows, const CsvRow& cells) {
    for (const CsvRow& row : rows) {
        const auto equal = [&](const auto& cell) { return row.at(cell.first) == cell.second; };
        if (std::all_of(cells.begin(), cells.end(), equal)) return &row;
    }
    return nullptr;
}

std::string rate_of(const CsvRow* row) {
    if (row == nullptr || row->at("rate").empty()) return "-";
    return format_rate(std::stod(row->at("rate")));
}

std::string share_of(const CsvRow& row) {
    if (row.at("share").empty()) return "";
    return " (" + format_ratio(std::stod(row.at("share"))) + ")";
}

std::string rate_and_share_of(const CsvRow* row) {
    return row == nullptr ? "-" : rate_of(row) + share_of(*row);
}

}  // namespace ladder
