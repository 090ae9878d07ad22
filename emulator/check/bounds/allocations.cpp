// See allocations.hpp.
#include "emulator/check/bounds/allocations.hpp"

#include "emulator/check/races/written_arrays.hpp"

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
    if (cache.constant) cache.sector_read = cache.sector_write = nullptr;
    return true;
}

}  // namespace simt::check
