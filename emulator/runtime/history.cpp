// Keeps the launches' records; history.hpp says how memory stays bounded.
#include "emulator/runtime/history.hpp"
#include "emulator/exec/launch_record.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace simt::runtime {
namespace {

bool same_line(const cost::LineCounters& a, const cost::LineCounters& b) {
    const auto same = [&](const auto& counter) { return a.*counter.value == b.*counter.value; };
    return a.file == b.file && a.line == b.line && std::ranges::all_of(cost::kLineCounters, same);
}

// Everything of a launch but its number, its time and its details.
auto key_of(const exec::Launch& launch) {
    return std::tie(launch.mangled, launch.device, launch.launcher.kernel, launch.launcher.ptx_line,
                    launch.counters, launch.grid, launch.block, launch.registers, launch.static_shared,
                    launch.dynamic_shared, launch.occupancy, launch.resident_blocks, launch.occupancy_limit,
                    launch.reported, launch.models, launch.status, launch.message);
}

}  // namespace

// Whether the launch equals the entry's in everything but its number and its time.
bool History::repeats(const Entry& entry, const exec::Launch& launch) {
    return entry.details && entry.details->findings.empty() && launch.findings.empty() &&
           key_of(*entry.summary) == key_of(launch) &&
           std::ranges::equal(entry.details->lines, launch.lines, same_line);
}

void History::add(exec::Launch launch) {
    for (const auto& finding : launch.findings) findings_ += finding.times;
    const double seconds = launch.host_seconds;
    // A loop over kernels repeats within a few launches; searching further back would cost more than it saves.
    constexpr std::size_t kLookBack = 8;
    const Entry* twin = nullptr;
    for (std::size_t back = 1; back <= kLookBack && back <= entries_.size() && !twin; ++back)
        if (const Entry& entry = entries_[entries_.size() - back]; repeats(entry, launch)) twin = &entry;
    if (twin) {
        entries_.push_back(Entry{twin->summary, twin->details, seconds});
    } else {
        auto details =
            std::make_shared<const Details>(Details{std::move(launch.lines), std::move(launch.findings)});
        launch.lines.clear();
        launch.findings.clear();
        entries_.push_back(
            {std::make_shared<const exec::Launch>(std::move(launch)), std::move(details), seconds});
    }
    if (entries_.size() - full_from_ >= kFullRecords) entries_[full_from_++ - 1].details.reset();
}

void History::replace(u64 id, exec::Launch launch) {
    for (const auto& finding : launch.findings) findings_ += finding.times;
    Entry entry;
    entry.host_seconds = launch.host_seconds;
    if (id >= full_from_)
        entry.details =
            std::make_shared<const Details>(Details{std::move(launch.lines), std::move(launch.findings)});
    launch.lines.clear();
    launch.findings.clear();
    entry.summary = std::make_shared<const exec::Launch>(std::move(launch));
    entries_[id - 1] = std::move(entry);
}

exec::Launch History::launch(u64 id) const {
    const Entry& entry = entries_[id - 1];
    exec::Launch launch = *entry.summary;
    launch.id = id;
    launch.host_seconds = entry.host_seconds;
    if (entry.details) {
        launch.lines = entry.details->lines;
        launch.findings = entry.details->findings;
    }
    return launch;
}

}  // namespace simt::runtime
