// Short names for the fixed-width integers that registers, addresses and masks are made of.
#pragma once

#include <cstdint>

namespace simt {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;

struct Dim3 {
    u32 x = 1, y = 1, z = 1;
    u64 count() const { return u64{x} * y * z; }
    // The three coordinates of a linear index in a grid or block of this size; x varies fastest.
    Dim3 index_of(u64 linear) const {
        return {static_cast<u32>(linear % x), static_cast<u32>(linear / x % y),
                static_cast<u32>(linear / x / y)};
    }
    bool operator==(const Dim3&) const = default;
};

}  // namespace simt
