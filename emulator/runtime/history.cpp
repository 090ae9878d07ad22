// Keeps the launches' records; history.hpp says how memory stays bounded.
#include "emulator/runtime/history.hpp"
#include "emulator/exec/launch_record.hpp"

#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

namespace simt::runtime {
namespace {

static_assert(std::has_unique_object_representations_v<cost::Counters>);

auto key_of(const cost::LineCounters& line) {
    return std::tie(line.file, line.line, line.warp_instructions, line.thread_instructions,
                    line.divergent_branches, line.global_load_requests, line.global_load_sectors,
                    line.global_store_requests, line.global_store_sectors, line.shared_load_requests,
                    line.shared_load_wavefronts, line.shared_load_bank_conflicts, line.shared_store_requests,
                    line.shared_store_wavefronts, line.shared_store_bank_conflicts);
}

bool same_lines(const std::vector<cost::LineCounters>& a, const std::vector<cost::LineCounters>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t k = 0; k < a.size(); ++k)
        if (key_of(a[k]) != key_of(b[k])) return false;
    return true;
}

}  // namespace

// Whether the launch equals the entry's in everything but its number and its time.
bool History::repeats(const Entry& entry, const exec::Launch& launch) {
    const exec::Launch& old = *entry.summary;
    return entry.details && entry.details->findings.empty() && launch.findings.empty() &&
           std::memcmp(&old.counters, &launch.counters, sizeof old.counters) == 0 &&
           old.mangled == launch.mangled && old.grid == launch.grid && old.block == launch.block &&
           old.registers == launch.registers && old.static_shared == launch.static_shared &&
           old.dynamic_shared == launch.dynamic_shared && old.occupancy == launch.occupancy &&
           old.resident_blocks == launch.resident_blocks && old.occupancy_limit == launch.occupancy_limit &&
           old.reported == launch.reported && old.models == launch.models && old.status == launch.status &&
           old.message == launch.message && same_lines(entry.details->lines, launch.lines);
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
