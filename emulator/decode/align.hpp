// The next multiple of an alignment.
#pragma once

#include <algorithm>

#include "emulator/integers.hpp"

namespace simt::exec {

// align 0 counts as 1.
inline u32 align_up(u64 value, u32 align) {
    align = std::max(align, 1u);
    return static_cast<u32>((value + align - 1) / align * align);
}

}  // namespace simt::exec
