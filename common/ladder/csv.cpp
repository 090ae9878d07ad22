// See csv.hpp.
#include "common/ladder/csv.hpp"

#include <cstdio>
#include <sstream>
#include <stdexcept>

namespace ladder {
namespace {

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
            cells.back() += line[++i];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            cells.emplace_back();
        } else {
            cells.back() += c;
        }
    }
    return cells;
}

}  // namespace

std::string csv_number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.5g", value);
    return text;
}

std::string csv_line(const std::vector<std::string>& cells) {
    std::string line;
    for (const std::string& cell : cells) {
        if (&cell != &cells.front()) line += ",";
        if (cell.find_first_of(",\"\n\r") == std::string::npos) {
            line += cell;
            continue;
        }
        line += '"';
        for (const char c : cell) line += c == '"' ? "\"\"" : std::string(1, c);
        line += '"';
    }
    return line + "\n";
}

std::vector<CsvRow> parse_csv(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    if (!std::getline(lines, line)) return {};
    const std::vector<std::string> headings = split(line);
    std::vector<CsvRow> rows;
    for (int number = 2; std::getline(lines, line); ++number) {
        const std::vector<std::string> cells = split(line);
        if (cells.size() != headings.size()) {
            throw std::runtime_error("line " + std::to_string(number) + " has " +
                                     std::to_string(cells.size()) + " cells under " +
                                     std::to_string(headings.size()) + " headings");
        }
        CsvRow row;
        for (std::size_t k = 0; k < cells.size(); ++k) row[headings[k]] = cells[k];
        rows.push_back(row);
    }
    return rows;
}

}  // namespace ladder
