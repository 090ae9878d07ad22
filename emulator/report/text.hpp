// Findings as text for people.
#pragma once

#include <string>

#include "emulator/check/findings.hpp"

namespace simt::report {

// Several complete lines: the mistake, its place in memory, the kernel, block and threads, the source lines (with
// their text if the files can be read), and what to do about it.
std::string describe(const check::Finding& finding);

}  // namespace simt::report
