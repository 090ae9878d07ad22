// Merging findings and launches. See merge.hpp.
#include "emulator/report/merge.hpp"

#include <algorithm>
#include <tuple>

namespace simt::report {
namespace {

using check::Finding;
using cost::LineCounters;
using exec::Launch;

auto key_of(const check::Site& site) { return std::tie(site.kernel, site.ptx_line, site.file, site.line); }

auto key_of(const Launch& launch) {
    return std::tuple(std::tie(launch.mangled, launch.kernel, launch.launcher.kernel, launch.device),
                      launch.grid.x, launch.grid.y, launch.grid.z, launch.block.x, launch.block.y,
                      launch.block.z, launch.dynamic_shared, launch.status == exec::Status::Interrupted);
}

void add(cost::Counters& sum, const cost::Counters& more) {
    for (const auto& [name, value] : cost::kCounters) sum.*value += more.*value;
    sum.warps += more.warps;
}

void add(LineCounters& sum, const LineCounters& more) {
    for (const auto& [name, value] : cost::kLineCounters) sum.*value += more.*value;
    // The same kernel has the same instructions. Each keeps the costliest pattern of the first launch unless a later
    // one is worse.
    for (std::size_t k = 0; k < sum.accesses.size() && k < more.accesses.size(); ++k) {
        cost::LineAccess& access = sum.accesses[k];
        const cost::LineAccess& other = more.accesses[k];
        access.add_counts(other);
        if (other.worst.units > access.worst.units) access.worst = other.worst;
    }
    if (sum.accesses.empty()) sum.accesses = more.accesses;
}

// Both are sorted by file and line.
void add(std::vector<LineCounters>& sum, const std::vector<LineCounters>& more) {
    const auto before = [](const LineCounters& a, const LineCounters& b) {
        return std::tie(a.file, a.line) < std::tie(b.file, b.line);
    };
    for (const LineCounters& line : more) {
        const auto place = std::lower_bound(sum.begin(), sum.end(), line, before);
        if (place != sum.end() && !before(line, *place))
            add(*place, line);
        else
            sum.insert(place, line);
    }
}

}  // namespace

bool same_fault(const Finding& a, const Finding& b) {
    // Copies have no source line. The call and the memory that it reads tell them apart.
    if (a.access.site.kernel.empty() && !a.has_other &&
        (a.access.site.instruction != b.access.site.instruction || a.allocation != b.allocation))
        return false;
    return a.fault == b.fault && a.space == b.space && a.has_other == b.has_other &&
           key_of(a.access.site) == key_of(b.access.site) &&
           (!a.has_other || key_of(a.other.site) == key_of(b.other.site));
}

bool same_lines(const Finding& a, const Finding& b) {
    const auto same_line = [](const check::Access& one, const check::Access& other) {
        return one.site.line == other.site.line && one.site.file == other.site.file &&
               one.write == other.write && one.atomic == other.atomic;
    };
    if (same_fault(a, b)) return true;
    if (a.access.site.line == 0 && (!a.has_other || a.other.site.line == 0)) return false;
    return a.fault == b.fault && a.space == b.space && a.has_other == b.has_other &&
           same_line(a.access, b.access) && (!a.has_other || same_line(a.other, b.other));
}

void gather_races(std::vector<Finding>& findings) {
    const auto gathers = [](const Finding& finding) {
        return finding.fault == check::Fault::SharedRace && !finding.array.empty();
    };
    for (auto first = findings.begin(); first != findings.end(); ++first) {
        if (!gathers(*first)) continue;
        const auto joins = [&](const Finding& later) {
            return gathers(later) && later.array == first->array &&
                   later.access.site.kernel == first->access.site.kernel;
        };
        const auto rest = std::stable_partition(first + 1, findings.end(),
                                                [&](const Finding& later) { return !joins(later); });
        first->more.assign(rest, findings.end());
        findings.erase(rest, findings.end());
        // The compiler may leave a copy of an instruction without its line.
        std::vector<Finding>& more = first->more;
        const auto known = [](const Finding& race) {
            return race.access.site.line != 0 && race.other.site.line != 0;
        };
        const auto better = std::ranges::find_if(more, known);
        if (known(*first) || better == more.end()) continue;
        Finding chosen = std::move(*better);
        more.erase(better);
        chosen.more = std::exchange(more, {});
        chosen.more.insert(chosen.more.begin(), std::move(*first));
        *first = std::move(chosen);
    }
}

void merge_findings(std::vector<Finding>& findings) {
    std::vector<Finding> kept;
    for (Finding& finding : findings) {
        const auto equal = std::find_if(kept.begin(), kept.end(), [&finding](const Finding& other) {
            return same_fault(other, finding);
        });
        if (equal == kept.end()) {
            kept.push_back(std::move(finding));
        } else {
            equal->times += finding.times;
            equal->fatal |= finding.fatal;
        }
    }
    findings = std::move(kept);
}

u64 times_found(const Launch& launch) {
    u64 times = 0;
    for (const Finding& finding : launch.findings) times += finding.times;
    return times;
}

void LaunchGroups::add(const Launch& launch) {
    constexpr std::size_t kMostGroups = 5;  // of one kernel in one configuration
    LaunchGroup *group = nullptr, *last = nullptr;
    std::size_t alike = 0;
    for (LaunchGroup& other : groups_) {
        if (key_of(other.first) != key_of(launch)) continue;
        ++alike;
        last = &other;
        if (other.each == launch.counters && !other.differ) group = &other;
    }
    if (group == nullptr && alike < kMostGroups) {
        groups_.push_back({launch, 1, launch.counters, false});
        merge_findings(groups_.back().first.findings);
        return;
    }
    if (group == nullptr) {
        group = last;
        group->differ = true;
    }
    ++group->launches;
    Launch& sum = group->first;
    report::add(sum.counters, launch.counters);
    for (std::size_t k = 0; k < sum.models.size() && k < launch.models.size(); ++k)
        sum.models[k].add(launch.models[k]);
    report::add(sum.lines, launch.lines);
    sum.findings.insert(sum.findings.end(), launch.findings.begin(), launch.findings.end());
    if (!launch.findings.empty()) merge_findings(sum.findings);
    if (sum.status == exec::Status::Ok && launch.status != exec::Status::Ok) {
        sum.status = launch.status;
        sum.message = launch.message;
    }
}

}  // namespace simt::report
