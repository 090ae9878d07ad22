#include "emulator/memory/records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace simt::memory {
namespace {

// Bytes of an allocation's shadow arrays, each on its own pages.
struct ShadowSizes {
    u64 sectors, touched, written;
    ShadowSizes(const Allocation& allocation, bool initialised)
        : sectors(round_up(allocation.sectors(), kPage)),
          touched(round_up((allocation.sectors() + kTouchedSectors - 1) / kTouchedSectors, kPage)),
          written(initialised ? 0 : round_up((allocation.size + 7) / 8, kPage)) {}
    u64 sum() const { return 2 * sectors + touched + written; }
};

// Counts the ones in a touched chunk of a sector array and clears it. Every element is 0 or 1, and zeros fill the
// array's last page. So eight elements can be read at a time; a multiplication adds them up in the top byte.
u64 take_chunk(u8* sectors, u64 count) {
    u64 ones = 0;
    for (u64 first = 0; first < count; first += 8) {
        u64 eight;
        std::memcpy(&eight, sectors + first, sizeof(eight));
        ones += eight * 0x0101'0101'0101'0101u >> 56;
    }
    if (ones != 0) std::memset(sectors, 0, count);
    return ones;
}

// The first touched chunk at or after `from`, or `chunks` if there is none.
u64 next_touched(const Allocation& allocation, u64 from, u64 chunks) {
    if (from == chunks) return chunks;
    const void* const found = std::memchr(allocation.touched + from, 1, chunks - from);
    return found == nullptr ? chunks : static_cast<u64>(static_cast<const u8*>(found) - allocation.touched);
}

}  // namespace

u64 shadow_bytes(const Allocation& allocation, bool initialised) {
    return ShadowSizes(allocation, initialised).sum();
}

bool Record::map_shadows(bool initialised) {
    const ShadowSizes sizes(allocation, initialised);
    if (sizes.sum() == 0) return true;
    shadows = Mapping(sizes.sum());
    u8* const base = shadows.data();
    if (base == nullptr) return false;
    allocation.sector_read = base;
    allocation.sector_write = base + sizes.sectors;
    allocation.touched = base + 2 * sizes.sectors;
    if (!initialised) allocation.written = base + 2 * sizes.sectors + sizes.touched;
    return true;
}

void Record::take_traffic(AddressSpace::Traffic& traffic) {
    const u64 sectors = allocation.sectors();
    const u64 chunks = (sectors + kTouchedSectors - 1) / kTouchedSectors;
    for (u64 chunk = next_touched(allocation, 0, chunks); chunk < chunks;
         chunk = next_touched(allocation, chunk + 1, chunks)) {
        allocation.touched[chunk] = 0;
        const u64 first = chunk * kTouchedSectors;
        const u64 count = std::min(kTouchedSectors, sectors - first);
        traffic.sectors_read += take_chunk(allocation.sector_read + first, count);
        traffic.sectors_written += take_chunk(allocation.sector_write + first, count);
    }
}

u64 distance(const Allocation& allocation, u64 address) {
    if (address < allocation.address) return allocation.address - address;
    const u64 inside = address - allocation.address;
    return inside < allocation.size ? 0 : inside - allocation.size + 1;
}

const Allocation* closest(const Records& records, u64 address) {
    const auto above = records.upper_bound(address);
    const Allocation* best = above == records.end() ? nullptr : &above->second->allocation;
    if (above != records.begin()) {
        const Allocation* const below = &std::prev(above)->second->allocation;
        if (best == nullptr || distance(*below, address) <= distance(*best, address)) best = below;
    }
    return best;
}

std::string Allocation::description() const {
    return fmt::format("{} bytes at {:#x}{}{}", size, address, label.empty() ? "" : ", ", label);
}

const Shape* Allocation::shape_at(s64 byte) const {
    if (byte < 0) return nullptr;
    const u64 at = static_cast<u64>(byte);
    for (auto shape = shapes.rbegin(); shape != shapes.rend(); ++shape)
        if (shape->holds(at)) return &*shape;
    return shapes.size() == 1 && at >= shapes[0].offset ? &shapes[0] : nullptr;
}

}  // namespace simt::memory
