// See written_arrays.hpp.
#include "emulator/check/races/written_arrays.hpp"

#include <algorithm>
#include <cstring>

namespace simt::check {

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
        // One that begins before its array or behind it, as an end does, belongs to the nearest.
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
