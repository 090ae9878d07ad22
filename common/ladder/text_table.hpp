// A table of cells, written for a terminal or for a page in Markdown.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ladder {

class TextTable {
  public:
    explicit TextTable(std::vector<std::string> headings) : headings_(std::move(headings)) {}

    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    bool empty() const { return rows_.empty(); }

    // Columns side by side: the first one flush left, the others flush right. A heading may have a second line after
    // \n. A table wider than `width` continues below, in parts that begin with the first column again.
    std::string to_text(std::size_t width = kAnyWidth) const;
    static constexpr std::size_t kAnyWidth = ~std::size_t{0};
    std::string to_markdown() const;

  private:
    std::vector<std::string> headings_;
    std::vector<std::vector<std::string>> rows_;
};

// A number as a cell shows it: whole counts without a decimal point, "4.00" for a ratio, "3548" or "24.1" for a rate.
std::string format_count(double value);
std::string format_ratio(double value);
std::string format_rate(double value);
std::string format_ms(double value);
std::string format_error(double value);  // "1.2e-07"

}  // namespace ladder
