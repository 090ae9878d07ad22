// See sector_marks.hpp.
#include "emulator/memory/sector_marks.hpp"

#include <algorithm>
#include <cstring>
#include <map>

namespace simt::memory {

namespace {

u64 sectors_of(const Allocation& allocation, u64 chunk) {
    return std::min(kTouchedSectors, allocation.sectors() - chunk * kTouchedSectors);
}

void merge(const std::vector<u8>& marks, u8* into) {
    for (std::size_t k = 0; k < marks.size(); ++k) into[k] |= marks[k];
}

}  // namespace

SectorMarks SectorMarks::take(const AddressSpace& space) {
    SectorMarks marks;
    const auto move = [](u8* from, u64 count) {
        std::vector<u8> moved(from, from + count);
        std::memset(from, 0, count);
        return moved;
    };
    for (const Allocation* const allocation : space.live()) {
        if (allocation->touched == nullptr) continue;
        const u64 chunks = (allocation->sectors() + kTouchedSectors - 1) / kTouchedSectors;
        for (u64 chunk = 0; chunk < chunks; ++chunk) {
            if (allocation->touched[chunk] == 0) continue;
            allocation->touched[chunk] = 0;
            const u64 first = chunk * kTouchedSectors, count = sectors_of(*allocation, chunk);
            marks.chunks_.push_back({allocation->serial, chunk, move(allocation->sector_read + first, count),
                                     move(allocation->sector_write + first, count)});
        }
    }
    return marks;
}

void SectorMarks::put_back(const AddressSpace& space) const {
    if (chunks_.empty()) return;
    std::map<u64, const Allocation*> live;
    for (const Allocation* const allocation : space.live()) live[allocation->serial] = allocation;
    for (const Chunk& chunk : chunks_) {
        const auto found = live.find(chunk.allocation);
        if (found == live.end()) continue;
        const u64 first = chunk.number * kTouchedSectors;
        found->second->touched[chunk.number] = 1;
        merge(chunk.read, found->second->sector_read + first);
        merge(chunk.written, found->second->sector_write + first);
    }
}

}  // namespace simt::memory
