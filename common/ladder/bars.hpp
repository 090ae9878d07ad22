// Bars for a terminal: what a table says in numbers, as lengths that the eye compares.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ladder {

struct Bar {
    std::optional<double> value;  // without one (or if it is not finite) there is no bar
    std::string text;             // beside the bar: the value as a table shows it, or "WRONG"
    bool is_mark = false;         // the version whose value is the mark has the mark's colour
};

// One scale, from 0 to the largest value or the mark.
struct BarColumn {
    std::string heading;
    std::vector<Bar> bars;       // one for each name
    std::optional<double> mark;  // a line through all bars: the roof, or the least that is possible
    std::string mark_name = {};
};

// What the terminal can show.
struct BarLook {
    std::size_t width = 0;  // columns of the whole chart
    bool utf8 = false;      // blocks with eighths; else # and |
    bool colours = false;
};

// The names, and beside each of them its value and bar in every column; one column below the other where the width is
// too small for all. No line is wider than look.width, unless that leaves less than 8 columns for a bar.
std::string bar_chart(const std::vector<std::string>& names, const std::vector<BarColumn>& columns,
                      const BarLook& look);

// What the standard output of this program can show. A file gets 100 columns and no colours.
BarLook look_of_output();

}  // namespace ladder
