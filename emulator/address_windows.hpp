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

// Addresses of a cluster's shared memory: the bits above an offset hold 1 + the rank of the block that mapa named, or 0 for
// the block's own shared memory.
constexpr u32 kRankShift = 24;
constexpr u64 kOffsetMask = (u64{1} << kRankShift) - 1;
constexpr u64 kRankMask = u64{0xff} << kRankShift;
constexpr bool names_block(u64 address) { return (address & kRankMask) != 0; }
constexpr u32 rank_in(u64 address) { return static_cast<u32>((address & kRankMask) >> kRankShift) - 1; }
constexpr u64 in_block(u64 address, u32 rank) { return (address & ~kRankMask) | u64{rank + 1} << kRankShift; }

}  // namespace simt::memory
