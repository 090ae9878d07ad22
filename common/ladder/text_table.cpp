// See text_table.hpp.
#include "common/ladder/text_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

namespace ladder {
namespace {

std::string printed(const char* format, double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

// Characters on the screen: bytes that do not continue a UTF-8 sequence.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](unsigned char c) { return (c & 0xc0) != 0x80; }));
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

std::string TextTable::to_text() const {
    const auto [upper, lower] = split(headings_);
    std::vector<std::size_t> widths;
    for (std::size_t k = 0; k < headings_.size(); ++k) {
        widths.push_back(std::max(width_of(upper[k]), width_of(lower[k])));
    }
    for (const auto& row : rows_) {
        for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], width_of(row[k]));
    }
    std::string text;
    const auto write = [&](const std::vector<std::string>& cells) {
        std::string line;
        for (std::size_t k = 0; k < cells.size(); ++k) {
            const std::string padding(widths[k] - width_of(cells[k]), ' ');
            line += k == 0 ? cells[k] + padding : "  " + padding + cells[k];
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    };
    const bool two_lines =
        std::any_of(upper.begin(), upper.end(), [](const std::string& line) { return !line.empty(); });
    if (two_lines) write(upper);
    write(lower);
    for (const auto& row : rows_) write(row);
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
