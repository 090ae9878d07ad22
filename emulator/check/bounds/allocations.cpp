// See allocations.hpp.
#include "emulator/check/bounds/allocations.hpp"

#include <algorithm>
#include <cstring>

namespace simt::check {

bool find_allocation(const WorkerChecks& worker, AccessCache& cache, u64 first, u64 last) {
    const memory::Allocation* allocation = worker.space->find(first);
    if (allocation == nullptr || last < first || !allocation->holds(first, last - first + 1)) return false;
    const u64 first_sector = allocation->address / memory::kSectorBytes;
    const auto before = [](u8* array, u64 elements) { return array == nullptr ? nullptr : array - elements; };
    cache.begin = allocation->address;
    cache.end = allocation->address + allocation->size;
    cache.host = allocation->host - allocation->address;
    cache.written = before(allocation->written, allocation->address / 8);
    cache.sector_read = before(allocation->sector_read, first_sector);
    cache.sector_write = before(allocation->sector_write, first_sector);
    cache.touched = allocation->touched;
    cache.first_sector = first_sector;
    cache.constant = allocation->kind == memory::Kind::Constant;
    const WrittenArrays* const written = worker.written;
    cache.only_read = written != nullptr && !written->may_be(*allocation);
    if (allocation->kind == memory::Kind::Heap) cache.begin = cache.end = 0;  // another thread may free it
    if (cache.constant) cache.sector_read = cache.sector_write = nullptr;
    return true;
}

WrittenArrays::WrittenArrays(const WriteTargets& targets, const std::vector<u8>& parameters,
                             const memory::AddressSpace& space)
    : all_(targets.anywhere) {
    if (all_) return;
    std::vector<u64> pointers = targets.variables;
    for (const u32 offset : targets.parameters) {
        u64 value = 0;
        if (offset + sizeof value > parameters.size()) continue;
        std::memcpy(&value, parameters.data() + offset, sizeof value);
        pointers.push_back(value);
    }
    for (const u64 pointer : pointers) {
        // A pointer before or behind its array, such as an end pointer, belongs to the nearest array.
        const memory::Allocation* const near = space.nearest(pointer);
        if (near != nullptr && !near->freed && pointer + memory::kGap > near->address &&
            pointer < near->address + near->size + memory::kGap)
            begins_.push_back(near->address);
    }
    std::sort(begins_.begin(), begins_.end());
}

bool WrittenArrays::may_be(const memory::Allocation& allocation) const {
    return all_ || std::binary_search(begins_.begin(), begins_.end(), allocation.address);
}

}  // namespace simt::check
