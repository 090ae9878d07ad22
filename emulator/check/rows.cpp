// See rows.hpp.
#include "emulator/check/rows.hpp"

#include <algorithm>

namespace simt::check {
namespace {

constexpr u64 kMostRows = 4096;  // of a call to compare with launches in other streams

// Calls visit(address, bytes) for the pieces of the rows.
template <class Visit>
void each_piece(const Rows& rows, Visit visit) {
    if (rows.one_piece()) return visit(rows.address, rows.extent());
    for (u64 row = 0; row < rows.height; ++row) visit(rows.address + row * rows.pitch, rows.width);
}

}  // namespace

void mark_written(memory::AddressSpace& space, const Rows& rows) {
    each_piece(rows, [&](u64 address, u64 bytes) { space.mark_written(address, bytes); });
}

memory::Unwritten unwritten(const memory::Allocation& allocation, const Rows& rows) {
    memory::Unwritten missing;
    if (allocation.written == nullptr || rows.height == 0) return missing;
    each_piece(rows, [&](u64 address, u64 bytes) {
        const auto part = memory::unwritten(allocation, address, bytes);
        if (missing.bytes == 0) missing.first = part.first;
        missing.bytes += part.bytes;
        missing.padding += part.padding;
    });
    return missing;
}

Finding unwritten_source(const std::string& call, const memory::Allocation& allocation,
                         const memory::Unwritten& missing) {
    Finding finding = finding_at(Fault::UninitialisedRead, missing.first, &allocation);
    finding.width = static_cast<u32>(std::min<u64>(missing.bytes, ~u32{0}));
    finding.access.site.instruction = call;
    return finding;
}

void note_rows(const memory::AddressSpace& space, Footprint& footprint, const Rows& rows,
               const Footprint::Access& access) {
    if (rows.height == 0 || space.find(rows.address) == nullptr) return;
    if (!rows.one_piece() && rows.height > kMostRows) return;
    each_piece(rows, [&](u64 address, u64 bytes) { footprint.note_range(address, bytes, access); });
}

}  // namespace simt::check
