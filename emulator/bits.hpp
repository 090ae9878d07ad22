// The bits of a mask, one after the other.
#pragma once

#include "emulator/integers.hpp"

namespace simt {

// The positions of the bits that are set, the lowest first: for (const u32 lane : Lanes(mask)).
// Always inlined, because files that are compiled for different instruction sets use it.
class Bits {
  public:
    [[gnu::always_inline]] explicit constexpr Bits(u32 mask) : left_(mask) {}
    [[gnu::always_inline]] constexpr Bits begin() const { return *this; }
    [[gnu::always_inline]] constexpr Bits end() const { return Bits(0); }
    [[gnu::always_inline]] constexpr bool operator!=(const Bits& other) const { return left_ != other.left_; }
    [[gnu::always_inline]] constexpr u32 operator*() const { return static_cast<u32>(__builtin_ctz(left_)); }
    [[gnu::always_inline]] constexpr Bits& operator++() {
        left_ &= left_ - 1;
        return *this;
    }

  private:
    u32 left_;
};
using Lanes = Bits;

}  // namespace simt
