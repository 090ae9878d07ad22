// Findings as a person reads them.
#pragma once

#include <string>

#include "emulator/check/findings.hpp"

namespace simt::report {

// Several lines, each ended: what went wrong, where in memory, which kernel, block and threads, the source
// lines with their text where the files can be read, and what to do about it.
std::string describe(const observe::Finding& finding);

}  // namespace simt::report
