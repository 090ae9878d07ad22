// Integer arithmetic that several files share. It wraps, so it uses unsigned values, for which C++ defines wrapping.
#pragma once

#include <type_traits>

#include "emulator/exec/lanes.hpp"

namespace simt::exec::SIMT_ISA {
namespace {

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;

template <class T>
using Unsigned = std::make_unsigned_t<T>;

template <class T>
constexpr u32 kBits = 8 * sizeof(T);

// The type of twice the width, which holds every product exactly.
template <class T, class Twice16, class Twice32, class Twice64>
using BySize =
    std::conditional_t<sizeof(T) == 2, Twice16, std::conditional_t<sizeof(T) == 4, Twice32, Twice64>>;
template <class T>
using Wide = std::conditional_t<std::is_signed_v<T>, BySize<T, s32, s64, s128>, BySize<T, u32, u64, u128>>;

template <class T>
T wrapping_add(T a, T b) {
    return static_cast<T>(static_cast<Unsigned<T>>(a) + static_cast<Unsigned<T>>(b));
}
template <class T>
T wrapping_sub(T a, T b) {
    return static_cast<T>(static_cast<Unsigned<T>>(a) - static_cast<Unsigned<T>>(b));
}

template <class T>
Wide<T> mul_wide(T a, T b) {
    return static_cast<Wide<T>>(a) * b;
}
template <class T>
T mul_lo(T a, T b) {
    return static_cast<T>(mul_wide(static_cast<Unsigned<T>>(a), static_cast<Unsigned<T>>(b)));
}
template <class T>
T mul_hi(T a, T b) {
    return static_cast<T>(mul_wide(a, b) >> kBits<T>);
}

inline s32 saturate(s64 a) {
    return static_cast<s32>(a < INT32_MIN ? INT32_MIN : a > INT32_MAX ? INT32_MAX : a);
}

}  // namespace
}  // namespace simt::exec::SIMT_ISA
