// The windows in which shared, local and parameter memory lie among the generic addresses. The decoder needs them for cvta, and
// exec for generic accesses.
#pragma once

#include "emulator/integers.hpp"

namespace simt::memory {

// The low 32 bits of each base are zero, so the low half of a generic address is the offset in its space.
constexpr u64 kSharedWindow = 0x2000'0000'0000;
constexpr u64 kLocalWindow = 0x2001'0000'0000;
constexpr u64 kParamWindow = 0x2002'0000'0000;
constexpr u64 kWindowSize = 0x1'0000'0000;

}  // namespace simt::memory
