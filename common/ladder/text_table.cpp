// See text_table.hpp.
#include "common/ladder/text_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <utility>

#include "common/terminal/terminal.hpp"

namespace ladder {
namespace {

std::string printed(const char* format, double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

// The headings as two lines: second lines stand right above the cells, first lines over them.
std::pair<std::vector<std::string>, std::vector<std::string>> split(
    const std::vector<std::string>& headings) {
    std::vector<std::string> upper;
    std::vector<std::string> lower;
    for (const std::string& heading : headings) {
        const std::size_t end = heading.find('\n');
        upper.push_back(end == std::string::npos ? "" : heading.substr(0, end));
        lower.push_back(end == std::string::npos ? heading : heading.substr(end + 1));
    }
    return {upper, lower};
}

}  // namespace

std::string TextTable::to_text(std::size_t width) const {
    const auto [upper, lower] = split(headings_);
    std::vector<std::size_t> widths;
    for (std::size_t k = 0; k < headings_.size(); ++k) {
        widths.push_back(std::max(terminal::width_of(upper[k]), terminal::width_of(lower[k])));
    }
    for (const auto& row : rows_) {
        for (std::size_t k = 0; k < row.size(); ++k)
            widths[k] = std::max(widths[k], terminal::width_of(row[k]));
    }
    const auto has_text = [](const std::string& line) { return !line.empty(); };
    std::string text;
    // The first column and those from `begin` to `end`.
    const auto write = [&](const std::vector<std::string>& cells, std::size_t begin, std::size_t end) {
        std::string line = cells[0] + std::string(widths[0] - terminal::width_of(cells[0]), ' ');
        for (std::size_t k = begin; k < std::min(end, cells.size()); ++k)
            line += "  " + std::string(widths[k] - terminal::width_of(cells[k]), ' ') + cells[k];
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    };
    for (std::size_t begin = 1; begin == 1 || begin < headings_.size();) {
        std::size_t end = begin, columns = widths[0];
        while (end < headings_.size() && (end == begin || columns + 2 + widths[end] <= width))
            columns += 2 + widths[end++];
        if (begin > 1) text += "\n";
        if (std::any_of(upper.begin() + static_cast<std::ptrdiff_t>(begin),
                        upper.begin() + static_cast<std::ptrdiff_t>(end), has_text))
            write(upper, begin, end);
        write(lower, begin, end);
        for (const auto& row : rows_) write(row, begin, end);
        if (end == begin) break;  // the first column is the only one
        begin = end;
    }
    return text;
}

std::string TextTable::to_markdown() const {
    std::string text;
    const auto write = [&](const std::vector<std::string>& cells) {
        text += "|";
        for (std::string cell : cells) {
            std::replace(cell.begin(), cell.end(), '\n', ' ');
            text += " " + cell + " |";
        }
        text += "\n";
    };
    write(headings_);
    text += "| :-- |";
    for (std::size_t k = 1; k < headings_.size(); ++k) text += " --: |";
    text += "\n";
    for (const auto& row : rows_) write(row);
    return text;
}

std::string format_count(double value) { return printed("%.0f", value); }
std::string format_ratio(double value) { return printed("%.2f", value); }

std::string format_rate(double value) {
    constexpr double kManyDigits = 1000;
    if (value >= kManyDigits * kManyDigits) return printed("%.3g", value);
    if (value > 0 && value < 1) return printed("%.2g", value);
    return printed(value >= kManyDigits ? "%.0f" : "%.1f", value);
}

std::string format_ms(double value) { return printed("%.4g", value); }

std::string format_error(double value) { return printed("%.1e", value); }

}  // namespace ladder
