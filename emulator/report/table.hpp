// The launches of a program as a table, to compare kernels by.
#pragma once

#include <string>

#include "emulator/report/merge.hpp"

namespace simt::report {

// Lines, each ended and at most `width` columns wide where the figures allow it; empty without launches.
std::string table(const LaunchGroups& launches, int width = 100);

}  // namespace simt::report
