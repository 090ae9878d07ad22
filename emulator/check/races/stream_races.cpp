// See stream_races.hpp.
#include "emulator/check/races/stream_races.hpp"

namespace simt::check {
namespace {

// The most entries kept over all launches, some 40 bytes each. Beyond it, the oldest launches are dropped.
constexpr std::size_t kMostKept = std::size_t{2} << 20;

Finding finding_of(const Footprint& earlier, const Footprint& later, const Footprint::Meeting& meeting,
                   const memory::AddressSpace& space) {
    Finding finding = finding_at(Fault::LaunchRace, meeting.address, space.nearest(meeting.address));
    finding.access = later.described(meeting.later);
    finding.other = earlier.described(meeting.earlier);
    finding.has_other = true;
    return finding;
}

}  // namespace

Finding finding_at(Fault fault, u64 address, const memory::Allocation* near) {
    Finding finding{};
    finding.fault = fault;
    finding.space = Space::Global;
    finding.address = address;
    if (near == nullptr) return finding;
    finding.allocation = near->description();
    finding.allocation_size = near->size;
    finding.offset = static_cast<s64>(address - near->address);
    if (const memory::Shape* const shape = near->shape_at(finding.offset)) finding.shape = *shape;
    return finding;
}

std::vector<Finding> StreamRaces::add(const Stamp& stamp, std::unique_ptr<Footprint> footprint,
                                      const StreamClock& waited_for, const memory::AddressSpace& space) {
    std::vector<Finding> findings;
    std::erase_if(kept_, [&](const Kept& kept) { return comes_before(kept.stamp, waited_for); });
    for (const Kept& kept : kept_) {
        const bool in_tree = are_of_one_tree(kept.stamp, stamp);
        if (in_tree ? comes_before(kept.stamp.nested, stamp.nested) : comes_before(kept.stamp, stamp.before))
            continue;
        for (const Footprint::Meeting& meeting : kept.footprint->meet(*footprint)) {
            findings.push_back(finding_of(*kept.footprint, *footprint, meeting, space));
            if (in_tree) {
                findings.back().nested = relation_of(*kept.stamp.nested.grid, *stamp.nested.grid);
                findings.back().note = describe_relation(*kept.stamp.nested.grid, *stamp.nested.grid);
            } else if (stamp.graph != 0 && kept.stamp.graph == stamp.graph) {
                findings.back().note =
                    "both are nodes of one graph, and no path of edges leads from one to the other";
            }
        }
    }
    kept_.push_back({stamp, std::move(footprint)});
    std::size_t entries = 0;
    for (auto kept = kept_.rbegin(); kept != kept_.rend(); ++kept) entries += kept->footprint->size();
    while (entries > kMostKept && !kept_.empty()) {
        entries -= kept_.front().footprint->size();
        kept_.pop_front();
    }
    return findings;
}

}  // namespace simt::check
