// What a kernel did, in sentences: one block of text for each group of equal launches.
#pragma once

#include <string>

#include "emulator/report/merge.hpp"

namespace simt::report {

struct Wanted {
    int width = 100;
    bool lines = false;  // all source lines instead of the worst
};

// Lines, each ended, at most `width` columns wide where the figures allow it.
std::string explanation(const LaunchGroup& group, const Wanted& wanted);

// What the words mean and what the asterisk marks: once, at the end of a report.
std::string legend(int width);

// The whole report: a table to compare where there are several kernels, an explanation of each, the legend. Empty without
// launches.
std::string report(const LaunchGroups& launches, const Wanted& wanted);

}  // namespace simt::report
