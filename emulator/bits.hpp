// The bits of a mask, one after the other: for (const u32 lane : bits_of(exec)).
#pragma once

#include "emulator/integers.hpp"

namespace simt {

struct Bits {
    u32 left;
    [[gnu::always_inline]] Bits begin() const { return *this; }
    [[gnu::always_inline]] Bits end() const { return {0}; }
    [[gnu::always_inline]] u32 operator*() const { return static_cast<u32>(__builtin_ctz(left)); }
    [[gnu::always_inline]] Bits& operator++() {
        left &= left - 1;
        return *this;
    }
    [[gnu::always_inline]] bool operator!=(const Bits& other) const { return left != other.left; }
};

// The positions of the bits that are set, the lowest first.
[[gnu::always_inline]] inline Bits bits_of(u32 mask) { return {mask}; }

}  // namespace simt
