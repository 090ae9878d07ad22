// Explains a kernel's work in sentences: one block of text for each group of equal launches.
#pragma once

#include <string>

#include "emulator/report/merge.hpp"

namespace simt::report {

struct Wanted {
    int width = 100;
    bool lines = false;    // all source lines instead of the worst
    bool colours = false;  // headings stand out
};

// Complete lines, at most `width` columns wide where the figures allow it.
std::string explanation(const LaunchGroup& group, const Wanted& wanted);

// Explains the words and the asterisk of a report; printed once, at its end.
std::string legend(int width);

// The whole report: a table if there are several kernels to compare, an explanation of each, the legend. Empty
// without launches.
std::string report(const LaunchGroups& launches, const Wanted& wanted);

}  // namespace simt::report
