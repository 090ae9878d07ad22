// Merges equal results, so that a learner reads a finding once and a table shows equal launches in one row.
#pragma once

#include <vector>

#include "emulator/check/findings.hpp"
#include "emulator/cost/counters.hpp"
#include "emulator/exec/launch_record.hpp"

namespace simt::report {

// True for the same fault by the same instruction; for a race, the other instruction is the same too. Threads and
// addresses may differ.
bool same_fault(const check::Finding& a, const check::Finding& b);

// The same for a reader of source lines: the kernels may differ too, as the instances of a template do.
bool same_lines(const check::Finding& a, const check::Finding& b);

// Puts the races in one array of shared memory into the first of them (Finding::more), whose place they take; each keeps its own cure.
// One missing habit, such as a scan without barriers, makes many.
void gather_races(std::vector<check::Finding>& findings);

// Keeps the first of each kind; sums `times`, and sets `fatal` if any was fatal.
void merge_findings(std::vector<check::Finding>& findings);

// How often a launch's findings were seen.
u64 times_found(const exec::Launch& launch);

// Launches of one kernel in one configuration with equal counts, merged into one. A kernel whose launches count
// differently each time has a few groups, and one more for all the others.
struct LaunchGroup {
    // The first launch, but with sums of counters and lines, merged findings, and the first status that is not Ok.
    exec::Launch first;
    u64 launches = 1;
    cost::Counters each = {};  // the counts of the first launch
    bool differ = false;       // the launches count differently
};

// Groups in order of their first launch.
class LaunchGroups {
  public:
    void add(const exec::Launch& launch);
    const std::vector<LaunchGroup>& groups() const { return groups_; }

  private:
    std::vector<LaunchGroup> groups_;
};

}  // namespace simt::report
