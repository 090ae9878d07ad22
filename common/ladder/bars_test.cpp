// Bars: lengths against numbers, widths, and rows without a number.
#include "common/ladder/bars.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "common/terminal/terminal.hpp"

namespace {

using ladder::Bar;
using ladder::bar_chart;
using ladder::BarColumn;
using ladder::BarLook;

BarColumn rates(const std::vector<double>& values) {
    BarColumn column{"GB/s", {}, std::nullopt};
    for (const double value : values) column.bars.push_back({value, std::to_string(static_cast<int>(value))});
    return column;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

// The eighths of a column that a line's blocks fill.
long eighths(const std::string& line) {
    long sum = 0;
    for (std::size_t k = 0; k + 2 < line.size(); ++k) {
        const std::string block = line.substr(k, 3);
        if (block >= "█" && block <= "▏") sum += 8 - (static_cast<unsigned char>(block[2]) - 0x88);
    }
    return sum;
}

std::size_t widest(const std::string& text) {
    std::size_t most = 0;
    for (const std::string& line : lines_of(text)) most = std::max(most, terminal::width_of(line));
    return most;
}

}  // namespace

TEST_CASE("a bar is as long as its number says, to an eighth of a column") {
    const std::vector<double> values = {4000, 2000, 1999, 555, 37};
    const auto lines =
        lines_of(bar_chart({"a", "b", "c", "d", "e"}, {rates(values)}, {.width = 80, .utf8 = true}));
    REQUIRE(lines.size() == 6);
    const double most = static_cast<double>(eighths(lines[1]));
    CHECK(most ==
          8 * (80 - 1 - 2 - 4 - 1 - 1));  // name, blanks and value before it, the mark's column behind it
    for (std::size_t k = 0; k < values.size(); ++k) {
        CAPTURE(values[k]);
        CHECK(std::abs(static_cast<double>(eighths(lines[k + 1])) - most * values[k] / values[0]) <= 0.5);
    }
}

TEST_CASE("in ASCII a bar consists of #, and what is too short for one is a dot") {
    const std::string text =
        bar_chart({"whole", "half", "tiny", "none"}, {rates({1000, 500, 1, 0})}, {.width = 33});
    CHECK(text ==
          "       GB/s\n"
          "whole  1000 ####################\n"
          "half    500 ##########\n"
          "tiny      1 .\n"
          "none      0\n");
}

TEST_CASE("the mark stands behind the roof's bar in every row, and a longer bar goes on behind it") {
    BarColumn column = rates({100, 200, 50});
    column.mark = 100;
    column.mark_name = "cuBLAS";
    CHECK(bar_chart({"roof", "more", "less"}, {column}, {.width = 31}) ==
          "      GB/s  | cuBLAS\n"
          "roof  100 ##########|\n"
          "more  200 ##########|#########\n"
          "less   50 #####     |\n");
    column.mark = 400;
    CHECK(bar_chart({"roof", "more", "less"}, {column}, {.width = 31}) ==
          "      GB/s  | cuBLAS\n"
          "roof  100 #####               |\n"
          "more  200 ##########          |\n"
          "less   50 ###                 |\n");
}

TEST_CASE("a row has a word and no bar if its number is missing, NaN or infinite") {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    BarColumn column = rates({10});
    column.bars.push_back({std::nullopt, "WRONG"});
    column.bars.push_back({kNan, "nan"});
    column.bars.push_back({kInfinity, "inf"});
    column.mark = kNan;
    CHECK(bar_chart({"a", "b", "c", "d"}, {column}, {.width = 20}) ==
          "   GB/s\n"
          "a     10 ##########\n"
          "b  WRONG\n"
          "c    nan\n"
          "d    inf\n");
    const BarColumn nothing{"GB/s", {{std::nullopt, "-"}}, std::nullopt};
    CHECK(bar_chart({"a"}, {nothing}, {.width = 20}) == "   GB/s\na  -\n");
    CHECK(bar_chart({"a", "b"}, {rates({0, 0})}, {.width = 20}) == "   GB/s\na  0\nb  0\n");
}

TEST_CASE("no line is wider than the look, with two columns beside each other or one below the other") {
    BarColumn left = rates({1000, 20}), right = rates({7, 300});
    left.heading = "sectors moved";
    left.mark = 1000;
    left.mark_name = "the least";
    for (std::size_t width = 40; width <= 100; ++width) {
        for (const bool utf8 : {false, true}) {
            const std::string text =
                bar_chart({"bank_conflict_free", "b"}, {left, right}, {width, utf8, false});
            CAPTURE(text);
            CHECK(widest(text) <= width);
            CHECK(widest(text) + 4 >= width);  // and it is used
            CHECK(text.find(utf8 ? '#' : '\xe2') == std::string::npos);
        }
    }
    CHECK(lines_of(bar_chart({"a"}, {left, right}, {.width = 100})).size() == 2);
    CHECK(lines_of(bar_chart({"a"}, {left, right}, {.width = 40})).size() == 5);
}

TEST_CASE("colours change nothing but the colours") {
    BarColumn column = rates({100, 200});
    column.mark = 100;
    column.bars[0].is_mark = true;
    const std::string plain = bar_chart({"a", "b"}, {column}, {40, true, false});
    std::string coloured = bar_chart({"a", "b"}, {column}, {40, true, true});
    CHECK(plain.find('\x1b') == std::string::npos);
    CHECK(coloured.find("\x1b[") != std::string::npos);
    for (std::size_t at; (at = coloured.find('\x1b')) != std::string::npos;)
        coloured.erase(at, coloured.find('m', at) - at + 1);
    CHECK(coloured == plain);
}
