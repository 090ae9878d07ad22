// See host_copy.hpp.
#include "emulator/check/host_copy.hpp"

namespace simt::check {
namespace {

// The destination counts as written wherever the source does. Copying unwritten bytes within the device is no finding, because
// programs copy whole arrays and use a part; a kernel that reads the rest is reported. Host memory is not checked, so a copy
// to the host counts as a read, except for padding.
void copy_definedness(memory::AddressSpace& space, const HostCopy& copy, std::vector<Finding>& findings) {
    const Rows &from = copy.source, &to = copy.destination;
    const memory::Allocation* const source = space.find(from.address);
    const memory::Allocation* const target = space.find(to.address);
    const memory::Unwritten missing = source == nullptr ? memory::Unwritten{} : unwritten(*source, from);
    if (missing.bytes + missing.padding == 0 || target == nullptr || target->written == nullptr) {
        mark_written(space, to);
        if (missing.bytes != 0) findings.push_back(unwritten_source(copy.call, *source, missing));
        return;
    }
    for (u64 row = 0; row < from.height; ++row) {
        const u64 source_row = from.address + row * from.pitch, row_target = to.address + row * to.pitch;
        memory::copy_written(*source, source_row, *target, row_target, from.width);
        if (missing.padding != 0) memory::copy_padding(space, *source, source_row, row_target, from.width);
    }
}

}  // namespace

std::vector<Finding> host_copy(memory::AddressSpace& space, const Checks& checks, const HostCopy& copy,
                               const StreamPosition* position) {
    std::vector<Finding> findings;
    if (copy.source.height != 0 && checks.initialisation)
        copy_definedness(space, copy, findings);
    else
        mark_written(space, copy.destination);
    if (position == nullptr) return findings;
    auto footprint = std::make_unique<Footprint>();
    Site site;
    site.instruction = copy.call;
    for (const u32 op : {0u, 1u}) footprint->describe(op, site);
    note_rows(space, *footprint, copy.destination, {0, 0, 0, true, false});
    note_rows(space, *footprint, copy.source, {1, 0, 0, false, false});
    for (Finding& race :
         position->races.add(position->stamp, std::move(footprint), position->waited_for, space))
        findings.push_back(std::move(race));
    return findings;
}

}  // namespace simt::check
