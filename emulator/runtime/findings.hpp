// Tells the person at the terminal, and the launcher, what the checks found in a launch.
#pragma once

#include <vector>

#include "emulator/cost/counters.hpp"

namespace simt::runtime {

// Prints the launch's findings, those that no earlier launch had, and, where it ended early, why. Marks SIMT_FINDINGS_FD
// at the first finding.
void announce(const observe::Launch& launch);

// Prints a finding that belongs to no launch, counts it as count_misuse does and keeps it.
void announce(const observe::Finding& finding);

// Those, each once, with how often it came; the first 4096.
const std::vector<observe::Finding>& findings_of_calls();

// A mistake with memory that a call refused (double free, a copy past an allocation's end): it counts as a finding. The
// call itself says what is wrong.
void count_misuse();

// Findings of count_misuse().
u64 misuses();

// At the end of the program: how many findings announce() has left out because they had been printed before.
void announce_repeated();

}  // namespace simt::runtime
