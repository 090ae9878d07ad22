// The launches of a program as a table, for comparing kernels.
#pragma once

#include <string>

#include "emulator/report/merge.hpp"

namespace simt::report {

// Complete lines, at most `width` columns wide where the figures allow it; empty without launches.
std::string table(const LaunchGroups& launches, int width = 100);

}  // namespace simt::report
